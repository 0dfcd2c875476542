// SPDX-License-Identifier: EUPL-1.2

#include "formats/xlsx/values.h"

#include <charconv>
#include <cstddef>
#include <system_error>

#include "base/values/ascii.h"
#include "formats/byte_scan.h"

namespace orgreg::formats {
namespace {

constexpr std::size_t kSureDigits = 15;

// U+FFFE or U+FFFF at the start of `text`.
bool StartsWithNoncharacter(std::string_view text) {
  return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
}

// Whether the character at the start of `text` is written as _xHHHH_.
bool IsCoded(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const bool is_held = first >= 0x20 || first == '\t' || first == '\n' || first == '\r';
  return !is_held || StartsWithNoncharacter(text);
}

// True if a reader would take the written form of `text` for a code. The underscore at its end may
// be the first byte of another code.
bool LooksCoded(std::string_view text) {
  constexpr std::size_t kEnd = 6;  // after "_x" and four digits
  if (text.size() <= kEnd || text[1] != 'x') return false;
  for (std::size_t i = 2; i < kEnd; ++i) {
    if (!base::IsHexDigit(text[i])) return false;
  }
  return text[kEnd] == '_' || IsCoded(text.substr(kEnd));
}

void AppendCode(unsigned code, std::string* out) {
  out->append("_x");
  base::AppendHex(code, 4, base::kUpperHexDigits, out);
  out->push_back('_');
}

// Appends the character at the start of `text` and returns its length.
std::size_t AppendSpecial(std::string_view text, std::string* out) {
  const char c = text.front();
  if (IsCoded(text)) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    const unsigned code = is_control ? static_cast<unsigned char>(c)
                                     : 0xFF00U + (static_cast<unsigned char>(text[2]) | 0x40U);
    AppendCode(code, out);
    return is_control ? 1 : 3;
  }
  switch (c) {
    case '&':
      out->append("&amp;");
      break;
    case '<':
      out->append("&lt;");
      break;
    case '>':
      out->append("&gt;");
      break;
    case '\r':
      out->append("&#13;");
      break;
    case '_':
      out->append(LooksCoded(text) ? "_x005F_" : "_");
      break;
    default:
      out->push_back(c);
  }
  return 1;
}

// These functions consume parts of a number at the front of `text`.
std::size_t TakeDigits(std::string_view* text) {
  const std::size_t count = base::CountDigits(*text);
  text->remove_prefix(count);
  return count;
}

bool Take(char c, std::string_view* text) {
  if (!text->starts_with(c)) return false;
  text->remove_prefix(1);
  return true;
}

// True if `text` is empty, or "e", a sign and digits.
bool IsExponent(std::string_view text) {
  if (text.empty()) return true;
  if (!Take('e', &text) && !Take('E', &text)) return false;
  if (!Take('-', &text)) Take('+', &text);
  return TakeDigits(&text) > 0 && text.empty();
}

// True if binary floating point covers the exponent of `text`.
bool IsInRange(std::string_view text) {
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
}

}  // namespace

void AppendCellText(std::string_view text, std::string* out) {
  while (true) {
    const std::size_t plain = PlainCellRun(text.data(), text.size());
    out->append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) return;
    text.remove_prefix(AppendSpecial(text, out));
  }
}

bool HasEdgeSpace(std::string_view text) {
  return !text.empty() && (base::IsSpace(text.front()) || base::IsSpace(text.back()));
}

bool IsCellNumber(std::string_view text) {
  std::string_view rest = text;
  Take('-', &rest);
  const bool has_leading_zero = rest.starts_with('0');
  const std::size_t whole = TakeDigits(&rest);
  if (whole == 0 || (has_leading_zero && whole > 1)) return false;
  std::size_t fraction = 0;
  if (Take('.', &rest)) {
    fraction = TakeDigits(&rest);
    if (fraction == 0) return false;
  }
  if (whole + fraction > kSureDigits || !IsExponent(rest)) return false;
  return rest.empty() || IsInRange(text);
}

}  // namespace orgreg::formats
