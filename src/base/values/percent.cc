#include "base/values/percent.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace orgreg::base {
namespace {

// The value of a hexadecimal digit, or -1.
int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool BeginsEscape(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && HexValue(text[1]) >= 0 && HexValue(text[2]) >= 0;
}

using ByteSet = std::array<bool, 256>;

constexpr ByteSet AlphanumericsAnd(std::string_view others) {
  ByteSet set{};
  for (unsigned c = '0'; c <= '9'; ++c) set[c] = true;
  for (unsigned c = 'A'; c <= 'Z'; ++c) set[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c) set[c] = true;
  for (const char c : others) set[static_cast<unsigned char>(c)] = true;
  return set;
}

constexpr ByteSet kUnreserved = AlphanumericsAnd("-._~");
constexpr ByteSet kQuery = AlphanumericsAnd("-._~!$&'()*+,;=:@/?");

void AppendEscape(char c, std::string* out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out->push_back('%');
  out->push_back(kDigits[byte >> 4U]);
  out->push_back(kDigits[byte & 15U]);
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
    if (kUnreserved[static_cast<unsigned char>(c)]) {
      out->push_back(c);
    } else {
      AppendEscape(c, out);
    }
  }
}

void AppendSafeQuery(std::string_view raw_query, std::string* out) {
  for (std::size_t i = 0; i < raw_query.size(); ++i) {
    const char c = raw_query[i];
    if (kQuery[static_cast<unsigned char>(c)] || BeginsEscape(raw_query.substr(i))) {
      out->push_back(c);
    } else {
      AppendEscape(c, out);
    }
  }
}

}  // namespace orgreg::base
