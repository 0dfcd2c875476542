// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/unit_cell.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>

namespace orgreg::records {
namespace {

using model::ValueKind;

void SetLines(std::string_view cell, model::Lines* to) {
  to->emplace();
  while (true) {
    const std::size_t end = std::min(cell.find('\n'), cell.size());
    const bool ends_in_return = end > 0 && cell[end - 1] == '\r';
    (*to)->emplace_back(std::string(cell.substr(0, ends_in_return ? end - 1 : end)));
    if (end == cell.size()) return;
    cell.remove_prefix(end + 1);
  }
}

// The cell does not say which notices there are.
Reason SetList(std::string_view cell, const model::ListType& list, void* to) {
  const bool none = cell == "NO" || cell == "false";
  if (!none && cell != "YES" && cell != "true") return "is neither YES nor NO";
  if (none) list.begin(to);
  return kTaken;
}

// False if the cell has no value of that kind.
bool Get(std::string_view cell, ValueKind kind, model::Given* given) {
  if (kind == ValueKind::kFlag) {
    given->flag = cell == "true";
    return given->flag || cell == "false";
  }
  if (kind == ValueKind::kWhole) {
    const char* const last = cell.data() + cell.size();
    const auto [end, error] = std::from_chars(cell.data(), last, given->whole);
    return error == std::errc() && end == last;
  }
  given->text = cell;
  return true;
}

}  // namespace

Reason SetCell(std::string_view cell, const model::Row& row, model::Unit* unit) {
  void* const to = row.place(unit);
  const ValueKind kind = row.kind;
  if (kind == ValueKind::kRaw) return kTaken;
  if (kind == ValueKind::kList) return SetList(cell, *row.list, to);
  if (kind == ValueKind::kLines) {
    SetLines(cell, static_cast<model::Lines*>(to));
    return kTaken;
  }
  model::Given given;
  return Get(cell, kind, &given) ? row.type->take(given, to) : row.type->otherwise;
}

}  // namespace orgreg::records
