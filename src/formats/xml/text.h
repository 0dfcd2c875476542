// SPDX-License-Identifier: EUPL-1.2

// Text within XML 1.0. Characters that XML cannot hold at all, not even as references (most control
// characters, U+FFFE and U+FFFF), become U+FFFD. Pure functions, safe from any thread. The texts
// are valid UTF-8.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// For the content of an element. A carriage return becomes a reference, since readers treat a bare
// one as the end of a line.
void AppendXmlText(std::string_view utf8, std::string* out);

// For the value of an attribute in double quotes: tabs and ends of lines become references too.
void AppendXmlAttribute(std::string_view utf8, std::string* out);

// Removes the characters that XML cannot hold, and escapes nothing.
void AppendXmlCharacters(std::string_view utf8, std::string* out);

}  // namespace orgreg::formats
