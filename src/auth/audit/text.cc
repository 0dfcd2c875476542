// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/text.h"

#include <array>
#include <cstdint>

#include "base/values/ascii.h"
#include "base/values/identity_number.h"

namespace orgreg::auth {
namespace {

using base::IdentityNumber;

constexpr std::string_view kMask = "[number]";

void AppendUnit(std::uint32_t unit, std::string* out) {
  out->append("\\u");
  base::AppendHex(unit, 4, base::kLowerHexDigits, out);
}

void AppendCharacter(std::uint32_t code, std::string* out) {
  if (code == '"' || code == '\\') {
    out->push_back('\\');
    out->push_back(static_cast<char>(code));
  } else if (code >= 0x20 && code < 0x7F) {
    out->push_back(static_cast<char>(code));
  } else if (code < 0x10000) {
    AppendUnit(code, out);
  } else {
    AppendUnit(0xD800 + ((code - 0x10000) >> 10U), out);
    AppendUnit(0xDC00 + ((code - 0x10000) & 0x3FFU), out);
  }
}

struct Character {
  std::uint32_t code = 0xFFFD;
  std::size_t size_bytes = 1;
};

// The first character of `text`, which is not empty; the replacement character for a byte that
// begins no character.
Character FirstOf(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  std::uint32_t code = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeast[size] || is_surrogate || code > 0x10FFFF) return {};
  return {code, size};
}

// Returns true if the word of hexadecimal digits that begins at `at` is an identification number.
bool IsNumberAt(std::string_view text, std::size_t at) {
  if (at > 0 && base::IsHexDigit(text[at - 1])) return false;
  const std::size_t end = at + IdentityNumber::kDigits;
  if (end > text.size() || (end < text.size() && base::IsHexDigit(text[end]))) return false;
  return IdentityNumber::Parse(text.substr(at, IdentityNumber::kDigits),
                               base::ControlRule::kFrom2032)
      .has_value();
}

}  // namespace

void AppendAuditText(std::string_view text, std::string* out) {
  for (std::size_t at = 0; at < text.size();) {
    if (IsNumberAt(text, at)) {
      out->append(kMask);
      at += IdentityNumber::kDigits;
      continue;
    }
    const Character character = FirstOf(text.substr(at));
    AppendCharacter(character.code, out);
    at += character.size_bytes;
  }
}

}  // namespace orgreg::auth
