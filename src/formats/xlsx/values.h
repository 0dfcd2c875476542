// How single values stand in the cells of a spreadsheet (ECMA-376, part 1, 18.3.1 and
// 22.9.2.19). Internal to formats/. Pure functions, safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// Appends `text`, valid UTF-8, as the content of an element. Characters that XML cannot hold
// become _xHHHH_, and what already reads so gets its underscore escaped; a carriage return
// becomes a reference, which every reader gives back, as it does not _x000D_.
void AppendCellText(std::string_view text, std::string* out);

// Whether readers may drop spaces or line breaks of `text` unless told to keep them.
bool HasEdgeSpace(std::string_view text);

// Whether `text` is a number as JSON writes it that a cell gives back exactly: cells hold
// binary floating point, which is sure of 15 digits.
bool IsCellNumber(std::string_view text);

}  // namespace orgreg::formats
