// SPDX-License-Identifier: EUPL-1.2

// Pieces of JSON text, appended to a string. All code that renders or stores JSON uses them.
// Strings are escaped as Jackson escapes them, because clients compare bytes with answers written
// by it: \" \\ \b \f \n \r \t by letter, other controls as \u00XX with upper-case digits, and
// nothing else (no '/', no DEL, no character outside ASCII). Pure functions, safe from any thread.
// They do not check that the text is UTF-8.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orgreg::formats {

// Appends `utf8` between quotes.
void AppendJsonString(std::string_view utf8, std::string* out);

// The same without the quotes, for text that is made of several parts.
void AppendJsonEscaped(std::string_view utf8, std::string* out);

// Appends `value` in decimal digits.
void AppendInteger(std::int64_t value, std::string* out);

}  // namespace orgreg::formats
