// SPDX-License-Identifier: EUPL-1.2

// Writes single values into the cells of a spreadsheet (ECMA-376, part 1, 18.3.1 and 22.9.2.19).
// Internal to formats/. Pure functions, safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// Appends `text`, valid UTF-8, as the content of an element. Characters that XML cannot hold become
// _xHHHH_, and the underscore of text that looks like such a code is escaped. A carriage return
// becomes a reference, because every reader restores it, unlike _x000D_.
void AppendCellText(std::string_view text, std::string* out);

// True if readers may drop spaces or line breaks of `text` unless an attribute forbids it.
bool HasEdgeSpace(std::string_view text);

// True if `text` is a JSON number that a cell keeps exactly: cells hold binary floating point,
// which keeps 15 digits for certain.
bool IsCellNumber(std::string_view text);

}  // namespace orgreg::formats
