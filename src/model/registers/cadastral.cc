#include "model/registers/cadastral.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/values/ascii.h"

namespace orgreg::model {
namespace {

template <typename Whole>
std::optional<Whole> ParseDigits(std::string_view text, std::size_t most_digits) {
  if (text.empty() || text.size() > most_digits || !base::AreDigits(text)) return std::nullopt;
  Whole value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::optional<std::uint32_t> ParseCadastralPart(std::string_view text, std::size_t most_digits) {
  return ParseDigits<std::uint32_t>(text, most_digits);
}

std::optional<std::uint64_t> ParseCadastralId(std::string_view text) {
  return ParseDigits<std::uint64_t>(text, kCadastralIdDigits);
}

std::optional<CadastralNumber> ParseCadastralNumber(std::string_view text) {
  constexpr std::size_t kFewestParts = 2;
  CadastralNumber number;
  const std::size_t dash = text.find('-');
  if (dash != kMunicipalityDigits) return std::nullopt;
  const auto municipality = ParseCadastralPart(text.substr(0, dash), kMunicipalityDigits);
  if (!municipality) return std::nullopt;
  number.municipality = *municipality;
  const std::array<std::uint32_t*, 4> parts = {&number.farm, &number.use, &number.lease,
                                               &number.section};
  std::string_view rest = text.substr(dash + 1);
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const auto part = ParseCadastralPart(rest.substr(0, end), kCadastralPartDigits);
    if (!part) return std::nullopt;
    *parts[at] = *part;
    if (end == rest.size()) return at + 1 >= kFewestParts ? std::optional(number) : std::nullopt;
    rest.remove_prefix(end + 1);
  }
  return std::nullopt;  // Something follows the last part.
}

}  // namespace orgreg::model
