// SPDX-License-Identifier: EUPL-1.2

#include "base/values/percent.h"

#include <cstddef>

#include "base/values/ascii.h"

namespace orgreg::base {
namespace {

bool BeginsEscape(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && IsHexDigit(text[1]) && IsHexDigit(text[2]);
}

constexpr CharacterSet kUnreserved = AlphanumericsAnd("-._~");
constexpr CharacterSet kQuery = AlphanumericsAnd("-._~!$&'()*+,;=:@/?");

void AppendEscape(char c, std::string* out) {
  out->push_back('%');
  AppendHex(static_cast<unsigned char>(c), 2, kUpperHexDigits, out);
}

}  // namespace

bool PercentDecode(std::string_view text, Plus plus, std::string* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      if (!BeginsEscape(text.substr(i))) return false;
      out->push_back(static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2])));
      i += 2;
    } else {
      out->push_back(c == '+' && plus == Plus::kSpace ? ' ' : c);
    }
  }
  return true;
}

void AppendPercentEncoded(std::string_view text, std::string* out) {
  for (const char c : text) {
    if (IsIn(kUnreserved, c)) {
      out->push_back(c);
    } else {
      AppendEscape(c, out);
    }
  }
}

void AppendSafeQuery(std::string_view raw_query, std::string* out) {
  for (std::size_t i = 0; i < raw_query.size(); ++i) {
    const char c = raw_query[i];
    if (IsIn(kQuery, c) || BeginsEscape(raw_query.substr(i))) {
      out->push_back(c);
    } else {
      AppendEscape(c, out);
    }
  }
}

}  // namespace orgreg::base
