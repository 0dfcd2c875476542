// SPDX-License-Identifier: EUPL-1.2

#include "api/reference_page/indented_json.h"

#include <cstddef>

namespace orgreg::api {
namespace {

constexpr std::size_t kIndent = 2;

// The end of the string that begins at `begin`, after its quotation mark.
std::size_t EndOfString(std::string_view json, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return at + 1;
}

bool IsEmpty(std::string_view json, std::size_t open) {
  return open + 1 < json.size() && (json[open + 1] == '}' || json[open + 1] == ']');
}

}  // namespace

std::string IndentJson(std::string_view json) {
  std::string text;
  std::size_t level = 0;
  const auto begin_line = [&] { text.append("\n").append(level * kIndent, ' '); };
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char sign = json[at];
    if (sign == '"') {
      const std::size_t end = EndOfString(json, at);
      text.append(json.substr(at, end - at));
      at = end - 1;
    } else if ((sign == '{' || sign == '[') && IsEmpty(json, at)) {
      text.append(json.substr(at++, 2));
    } else if (sign == '{' || sign == '[') {
      text.push_back(sign);
      ++level;
      begin_line();
    } else if (sign == '}' || sign == ']') {
      --level;
      begin_line();
      text.push_back(sign);
    } else {
      text.push_back(sign);
      if (sign == ':') text.push_back(' ');
      if (sign == ',') begin_line();
    }
  }
  return text;
}

}  // namespace orgreg::api
