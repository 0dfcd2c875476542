// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/spelling.h"

#include "formats/json/text.h"
#include "formats/xml/text.h"

namespace orgreg::render {
namespace {

void AppendTurtleText(std::string_view text, std::string* out) {
  for (const char c : text) {
    switch (c) {
      case '"':
        out->append("\\\"");
        break;
      case '\\':
        out->append("\\\\");
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      default:
        out->push_back(c);
    }
  }
}

}  // namespace

bool IsEscaping(Spelling spelling) {
  return spelling != Spelling::kPlain && spelling != Spelling::kDecimal;
}

std::string Escaped(std::string_view value, Spelling spelling) {
  std::string text;
  std::string escaped;
  switch (spelling) {
    case Spelling::kPlain:
    case Spelling::kDecimal:
      return std::string(value);
    case Spelling::kJson:
      formats::AppendJsonEscaped(value, &escaped);
      return escaped;
    case Spelling::kGraphJson:
      formats::AppendXmlCharacters(value, &text);
      formats::AppendJsonEscaped(text, &escaped);
      return escaped;
    case Spelling::kXml:
      formats::AppendXmlText(value, &escaped);
      return escaped;
    case Spelling::kTurtle:
      formats::AppendXmlCharacters(value, &text);
      AppendTurtleText(text, &escaped);
      return escaped;
  }
  return escaped;
}

}  // namespace orgreg::render
