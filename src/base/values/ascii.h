// SPDX-License-Identifier: EUPL-1.2

// ASCII characters and texts of them: which are digits, letters and blanks, upper and lower case,
// hexadecimal digits. It knows no other letters (fold.h does) and no locale. Pure functions, safe
// from any thread.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace orgreg::base {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsAlpha(char c) { return IsLower(c) || IsUpper(c); }
constexpr bool IsAlphanumeric(char c) { return IsAlpha(c) || IsDigit(c); }
// The white space of JSON and XML.
constexpr bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// `text` holds nothing but digits; it may be empty.
constexpr bool AreDigits(std::string_view text) { return std::ranges::all_of(text, IsDigit); }
// Some characters, of which every letter and digit is one: true at their codes.
using CharacterSet = std::array<bool, 256>;
constexpr CharacterSet AlphanumericsAnd(std::string_view others) {
  CharacterSet set = {};
  for (unsigned c = 0; c < set.size(); ++c) set[c] = IsAlphanumeric(static_cast<char>(c));
  for (const char c : others) set[static_cast<unsigned char>(c)] = true;
  return set;
}
constexpr bool IsIn(const CharacterSet& set, char c) { return set[static_cast<unsigned char>(c)]; }

// How many digits `text` begins with.
constexpr std::size_t CountDigits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, IsDigit) - text.begin());
}

constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, ToLower, ToLower);
}

// `text` without the blanks at both ends.
constexpr std::string_view Trim(std::string_view text, std::string_view blanks = " \t") {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Takes from the front of `text` all before the separator, and the separator; all of the text where
// there is none.
constexpr std::string_view TakeUntil(char separator, std::string_view* text) {
  const std::string_view taken = text->substr(0, text->find(separator));
  text->remove_prefix(std::min(taken.size() + 1, text->size()));
  return taken;
}

// The value of a hexadecimal digit in either case; -1 for other characters.
constexpr int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  const char lower = ToLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
constexpr bool IsHexDigit(char c) { return HexValue(c) >= 0; }
constexpr bool IsLowerHexDigit(char c) { return IsHexDigit(c) && !IsUpper(c); }

inline constexpr std::string_view kLowerHexDigits = "0123456789abcdef";
inline constexpr std::string_view kUpperHexDigits = "0123456789ABCDEF";

// Appends the last `count` hexadecimal digits of `number`.
inline void AppendHex(unsigned number, unsigned count, std::string_view digits, std::string* out) {
  while (count-- > 0) out->push_back(digits[number >> (4 * count) & 0xFU]);
}
// Two digits for each byte.
inline std::string ToHex(std::string_view bytes, std::string_view digits = kLowerHexDigits) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) AppendHex(static_cast<unsigned char>(byte), 2, digits, &text);
  return text;
}

}  // namespace orgreg::base
