// CSV on its way to somebody who opens it in a spreadsheet: what the spreadsheet could take for a
// formula gets an apostrophe in front, which makes it text. That is a cell that begins with = + -
// @, a tab or the end of a line; and one of the four signs behind a semicolon, a tab or the end of
// a line inside a cell. For where the comma separates decimals, as in Norway, spreadsheets take
// semicolons for the ends of cells and our marks for text, so that a new cell begins there.
//
// Numbers below zero and telephone numbers with a plus are among them: the first
// character does not show what is a number, and a client that wants values asks for the plain file.
//
// Takes our own CSV (render/cells/csv_row.h) in pieces of any size. One thread at a time.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orgreg::render {

class SheetSafeCsv {
 public:
  // Appends the piece of CSV that follows what was given before.
  void Append(std::string_view csv, std::string* out);

 private:
  enum class Place : std::uint8_t {
    kBetweenCells,
    kAtBeginning,  // Behind the mark that opens a cell.
    kInCell,
    kBehindBreak,  // In a cell, where a spreadsheet may begin another one.
    kBehindMark,   // Behind a mark in a cell: its end, or the first half of a mark of the text.
  };

  static Place After(char c);
  bool IsGuarded(char c) const;

  Place place_ = Place::kBetweenCells;
};

}  // namespace orgreg::render
