// SPDX-License-Identifier: EUPL-1.2

#include "model/registers/cadastral.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <tuple>

#include "base/values/ascii.h"
#include "model/schema/problem.h"

namespace orgreg::model {
namespace {

template <typename Whole>
std::optional<Whole> ParseDigits(std::string_view text, std::size_t most_digits) {
  if (text.empty() || text.size() > most_digits || !base::AreDigits(text)) return std::nullopt;
  Whole value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Exactly four digits.
struct MunicipalityCodec {
  using Value = std::uint32_t;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not text";
  static constexpr Reason kRefusal = "is not four digits";
  static std::optional<std::uint32_t> Read(const Given& given) {
    if (given.text.size() != kMunicipalityDigits) return std::nullopt;
    return ParseCadastralPart(given.text, kMunicipalityDigits);
  }
  static std::string_view Text(std::uint32_t value, std::string* scratch) {
    *scratch = std::to_string(value);
    const std::size_t digits = std::min(scratch->size(), kMunicipalityDigits);
    return scratch->insert(0, kMunicipalityDigits - digits, '0');
  }
};

struct PartCodec {
  using Value = std::uint32_t;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not text";
  static constexpr Reason kRefusal = "is not a number of at most nine digits";
  static std::optional<std::uint32_t> Read(const Given& given) {
    return ParseCadastralPart(given.text, kCadastralPartDigits);
  }
  static std::string_view Text(std::uint32_t value, std::string* scratch) {
    return *scratch = std::to_string(value);
  }
};

struct IdCodec {
  using Value = std::uint64_t;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not text";
  static constexpr Reason kRefusal = "is not a number of at most 18 digits";
  static std::optional<std::uint64_t> Read(const Given& given) {
    return ParseCadastralId(given.text);
  }
  static std::string_view Text(std::uint64_t value, std::string* scratch) {
    return *scratch = std::to_string(value);
  }
};

using Number = CadastralNumber;
constexpr Traits kRequired = {.is_required = true};
// The members of a unit at the end of a path.
template <auto... path>
constexpr std::array<Row, 7> UnitRows() {
  return {
      PlainAs<MunicipalityCodec, path..., &CadastralUnit::number, &Number::municipality>("kommnr",
                                                                                         kRequired),
      PlainAs<PartCodec, path..., &CadastralUnit::number, &Number::farm>("gaardsnr", kRequired),
      PlainAs<PartCodec, path..., &CadastralUnit::number, &Number::use>("bruksnr", kRequired),
      PlainAs<PartCodec, path..., &CadastralUnit::number, &Number::lease>("festenr"),
      PlainAs<PartCodec, path..., &CadastralUnit::number, &Number::section>(
          "seksjonsnr", {.sparse_in = kAllForms}),
      PlainAs<IdCodec, path..., &CadastralUnit::id>(kCadastralIdParameter, kRequired),
      PlainAs<PartCodec, path..., &CadastralUnit::order>("rekkefolge", kRequired),
  };
}
constexpr std::array<Row, 7> kUnitRows = UnitRows();

constexpr std::array<Row, 2> kListRows = {
    Plain<&CadastralList::number>("organisasjonsnummer", kRequired),
    List<&CadastralList::units>("matrikkelenheter", kCadastralUnitSchema, kRequired),
};

constexpr std::array<Row, 8> kServedRows = [] {
  std::array<Row, 8> rows = {Plain<&ServedCadastralUnit::owner>("orgnr")};
  std::ranges::copy(UnitRows<&ServedCadastralUnit::unit>(), rows.begin() + 1);
  return rows;
}();

// Equal content gets one order.
void PutInOrder(CadastralList* list, const Checking& /*checking*/, Problems* /*problems*/) {
  std::ranges::sort(list->units, {}, [](const CadastralUnit& unit) {
    return std::tuple(unit.order, unit.id, unit.number.municipality, unit.number.farm,
                      unit.number.use, unit.number.lease, unit.number.section);
  });
}

}  // namespace

std::optional<std::uint32_t> ParseCadastralPart(std::string_view text, std::size_t most_digits) {
  return ParseDigits<std::uint32_t>(text, most_digits);
}

constinit const SchemaOf<CadastralUnit> kCadastralUnitSchema = {{.rows = kUnitRows}};
constinit const SchemaOf<CadastralList> kCadastralSchema = {
    {.rows = kListRows, .check = kCheckBy<CadastralList, PutInOrder>}};
constinit const SchemaOf<ServedCadastralUnit> kServedCadastralSchema = {{.rows = kServedRows}};

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
  return std::nullopt;  // There is text after the last part.
}

}  // namespace orgreg::model
