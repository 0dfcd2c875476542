// SPDX-License-Identifier: EUPL-1.2

#include "render/cells/sheet_safe_csv.h"

#include <algorithm>

namespace orgreg::render {
namespace {

bool IsSign(char c) { return c == '=' || c == '+' || c == '-' || c == '@'; }
bool IsBreak(char c) { return c == ';' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

// The place after a character in a cell.
SheetSafeCsv::Place SheetSafeCsv::After(char c) {
  if (c == '"') return Place::kBehindMark;
  return IsBreak(c) ? Place::kBehindBreak : Place::kInCell;
}

bool SheetSafeCsv::IsGuarded(char c) const {
  if (place_ == Place::kBehindBreak) return IsSign(c);
  return place_ == Place::kAtBeginning && (IsSign(c) || (IsBreak(c) && c != ';'));
}

void SheetSafeCsv::Append(std::string_view csv, std::string* out) {
  while (!csv.empty()) {
    const bool is_between = place_ == Place::kBetweenCells;
    if (is_between || place_ == Place::kInCell) {
      // Irrelevant bytes are copied in one piece.
      const auto matters = [is_between](char c) { return c == '"' || (!is_between && IsBreak(c)); };
      const auto* const next = std::ranges::find_if(csv, matters);
      out->append(csv.begin(), next);
      csv.remove_prefix(static_cast<std::size_t>(next - csv.begin()));
      if (csv.empty()) return;
    }
    const char c = csv.front();
    if (IsGuarded(c)) out->push_back('\'');
    out->push_back(c);
    csv.remove_prefix(1);
    if (is_between) {
      place_ = Place::kAtBeginning;
    } else if (place_ == Place::kBehindMark) {
      place_ = c == '"' ? Place::kInCell : Place::kBetweenCells;
    } else {
      place_ = After(c);
    }
  }
}

}  // namespace orgreg::render
