// Text within XML 1.0. Characters that XML cannot hold at all, not even as references (most
// control characters, U+FFFE and U+FFFF), become U+FFFD. Pure functions, safe from any thread.
// Texts are valid UTF-8.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// As the content of an element. A carriage return becomes a reference, since readers take a
// bare one for the end of a line.
void AppendXmlText(std::string_view utf8, std::string* out);

// As the value of an attribute in double quotes: tabs and ends of lines become references too.
void AppendXmlAttribute(std::string_view utf8, std::string* out);

// The same text without what XML cannot hold, not escaped.
void AppendXmlCharacters(std::string_view utf8, std::string* out);

}  // namespace orgreg::formats
