// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/byte_range.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

constexpr std::string_view kUnit = "bytes=";
constexpr std::string_view kBlanks = " \t";

// Reads digits only. A number that does not fit becomes the largest one, which is past any end.
std::optional<std::uint64_t> ParseNumber(std::string_view digits) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  if (digits.empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    number = number > (kMost - digit) / 10 ? kMost : number * 10 + digit;
  }
  return number;
}

// Reads "-500", which asks for the last 500 bytes.
ByteRange ParseSuffix(std::string_view digits, std::uint64_t size_bytes) {
  const auto length = ParseNumber(digits);
  if (!length) return {};
  if (*length == 0) return {.kind = ByteRange::Kind::kUnsatisfiable};
  // An empty file has no parts.
  if (size_bytes == 0) return {};
  const std::uint64_t taken = std::min(*length, size_bytes);
  return {.kind = ByteRange::Kind::kPart, .offset_bytes = size_bytes - taken, .size_bytes = taken};
}

}  // namespace

ByteRange ParseByteRange(std::string_view field, std::uint64_t size_bytes) {
  if (!base::EqualsIgnoringCase(field.substr(0, kUnit.size()), kUnit)) return {};
  std::string_view spec = field.substr(kUnit.size());
  spec.remove_prefix(std::min(spec.find_first_not_of(kBlanks), spec.size()));
  spec = spec.substr(0, spec.find_last_not_of(kBlanks) + 1);
  const std::size_t dash = spec.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view last_digits = spec.substr(dash + 1);
  if (dash == 0) return ParseSuffix(last_digits, size_bytes);
  const auto first = ParseNumber(spec.substr(0, dash));
  const auto last =
      last_digits.empty() ? std::numeric_limits<std::uint64_t>::max() : ParseNumber(last_digits);
  if (!first || !last || *last < *first) return {};
  if (*first >= size_bytes) return {.kind = ByteRange::Kind::kUnsatisfiable};
  return {.kind = ByteRange::Kind::kPart,
          .offset_bytes = *first,
          .size_bytes = std::min(*last, size_bytes - 1) - *first + 1};
}

}  // namespace orgreg::http
