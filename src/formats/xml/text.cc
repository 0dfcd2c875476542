// SPDX-License-Identifier: EUPL-1.2

#include "formats/xml/text.h"

namespace orgreg::formats {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The length of a forbidden character at the start of the text; 0 if it begins with another.
std::size_t ForbiddenAt(std::string_view text) {
  const char first = text.front();
  if (first >= '\0' && first < ' ') return first == '\t' || first == '\n' || first == '\r' ? 0 : 1;
  if (first != '\xEF') return 0;
  return text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF") ? 3 : 0;
}

std::string_view InContent(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\r':
      return "&#xD;";
    default:
      return {};
  }
}

std::string_view InAttribute(char c) {
  switch (c) {
    case '"':
      return "&quot;";
    case '\t':
      return "&#x9;";
    case '\n':
      return "&#xA;";
    default:
      return InContent(c);
  }
}

std::string_view AsItIs(char /*c*/) { return {}; }

// `escape` returns the replacement of a character, or nothing for most.
template <typename Escape>
void Append(std::string_view text, Escape escape, std::string* out) {
  while (!text.empty()) {
    const std::size_t forbidden = ForbiddenAt(text);
    const std::string_view escaped = escape(text.front());
    if (forbidden > 0) {
      out->append(kReplacement);
    } else if (escaped.empty()) {
      out->push_back(text.front());
    } else {
      out->append(escaped);
    }
    text.remove_prefix(forbidden > 0 ? forbidden : 1);
  }
}

}  // namespace

void AppendXmlText(std::string_view utf8, std::string* out) { Append(utf8, InContent, out); }
void AppendXmlAttribute(std::string_view utf8, std::string* out) { Append(utf8, InAttribute, out); }
void AppendXmlCharacters(std::string_view utf8, std::string* out) { Append(utf8, AsItIs, out); }

}  // namespace orgreg::formats
