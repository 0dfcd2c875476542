// SPDX-License-Identifier: EUPL-1.2

// Makes CSV safe to open in a spreadsheet: text that the spreadsheet could take for a formula gets
// an apostrophe in front, which makes it text. Such text is a cell that begins with = + - @, a tab
// or the end of a line; and one of the four signs after a semicolon, a tab or the end of a line
// inside a cell. In locales with a decimal comma, as in Norway, spreadsheets take semicolons for
// the ends of cells and our marks for text, so that a new cell begins there.
//
// Numbers below zero and telephone numbers with a plus are included: the first character does not
// show that a cell is a number, and a client that wants values requests the plain file.
//
// Takes our own CSV (render/cells/csv_row.h) in pieces of any size. One thread at a time.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orgreg::render {

class SheetSafeCsv {
 public:
  // Appends the next piece of CSV.
  void Append(std::string_view csv, std::string* out);

 private:
  enum class Place : std::uint8_t {
    kBetweenCells,
    kAtBeginning,  // After the mark that opens a cell.
    kInCell,
    kBehindBreak,  // In a cell, where a spreadsheet may begin another one.
    kBehindMark,   // After a mark in a cell: its end, or the first half of a doubled mark.
  };

  static Place After(char c);
  bool IsGuarded(char c) const;

  Place place_ = Place::kBetweenCells;
};

}  // namespace orgreg::render
