// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/text.h"

#include <array>
#include <charconv>

#include "base/values/ascii.h"
#include "formats/byte_scan.h"

namespace orgreg::formats {
namespace {

void AppendEscape(char c, std::string* out) {
  switch (c) {
    case '"':
      out->append("\\\"");
      return;
    case '\\':
      out->append("\\\\");
      return;
    case '\b':
      out->append("\\b");
      return;
    case '\f':
      out->append("\\f");
      return;
    case '\n':
      out->append("\\n");
      return;
    case '\r':
      out->append("\\r");
      return;
    case '\t':
      out->append("\\t");
      return;
    default:
      break;
  }
  out->append("\\u00");
  base::AppendHex(static_cast<unsigned char>(c), 2, base::kUpperHexDigits, out);
}

}  // namespace

void AppendJsonEscaped(std::string_view utf8, std::string* out) {
  while (true) {
    const std::size_t run = PlainJsonRun(utf8.data(), utf8.size());
    out->append(utf8.data(), run);
    if (run == utf8.size()) return;
    AppendEscape(utf8[run], out);
    utf8.remove_prefix(run + 1);
  }
}

void AppendJsonString(std::string_view utf8, std::string* out) {
  out->push_back('"');
  AppendJsonEscaped(utf8, out);
  out->push_back('"');
}

void AppendInteger(std::int64_t value, std::string* out) {
  std::array<char, 20> digits = {};  // "-9223372036854775808" has 20 characters.
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out->append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

}  // namespace orgreg::formats
