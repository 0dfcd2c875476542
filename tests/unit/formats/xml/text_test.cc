// SPDX-License-Identifier: EUPL-1.2

#include "formats/xml/text.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::formats {
namespace {

std::string Text(std::string_view utf8) {
  std::string out;
  AppendXmlText(utf8, &out);
  return out;
}

std::string Attribute(std::string_view utf8) {
  std::string out;
  AppendXmlAttribute(utf8, &out);
  return out;
}

TEST(XmlText, EscapesMarkup) {
  EXPECT_EQ(Text("<a&b>]]>\"'"), "&lt;a&amp;b&gt;]]&gt;\"'");
  EXPECT_EQ(Attribute("<a&b>\"'"), "&lt;a&amp;b&gt;&quot;'");
}

TEST(XmlText, EndsOfLinesComeBackAsTheyWere) {
  EXPECT_EQ(Text("\t\n\r\r\n"), "\t\n&#xD;&#xD;\n");
  EXPECT_EQ(Attribute("\t\n\r"), "&#x9;&#xA;&#xD;");
}

TEST(XmlText, CharactersThatXmlCannotHoldAreReplaced) {
  for (char c = 0; c < ' '; ++c) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    EXPECT_EQ(Text(std::string(1, c)), "\xEF\xBF\xBD") << int{c};
  }
  EXPECT_EQ(Text("a\xEF\xBF\xBE\xEF\xBF\xBF!"), "a\xEF\xBF\xBD\xEF\xBF\xBD!");
  EXPECT_EQ(Attribute("\x1F"), "\xEF\xBF\xBD");
  std::string characters;
  AppendXmlCharacters("<\x01\r&\xEF\xBF\xBF", &characters);
  EXPECT_EQ(characters, "<\xEF\xBF\xBD\r&\xEF\xBF\xBD");
}

TEST(XmlText, AllElseStays) {
  // Includes neighbours of the replaced characters.
  const std::string text = " a\x7F\u00E6\uFFFD\uFFFC\uF8FF\U0001F4B0\uEFFF\u2028";
  EXPECT_EQ(Text(text), text);
  EXPECT_EQ(Text(""), "");
}

}  // namespace
}  // namespace orgreg::formats
