// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/field_rows.h"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <vector>

extern "C" {
extern const char orgreg_unit_fields[], orgreg_unit_fields_end[];
}

namespace orgreg::api {
namespace {

// A line has a cell for each member, with tabs between.
FieldRow ReadLine(std::string_view line) {
  std::array<std::string_view, 5 + 2 * kLanguageCodes.size()> cells = {};
  for (auto to = cells.begin(); const auto cell : std::views::split(line, '\t')) {
    if (to != cells.end()) *to++ = std::string_view(cell.begin(), cell.end());
  }
  return {.group = cells[0],
          .path = cells[1],
          .shape = cells[2],
          .property = cells[3],
          .search = cells[4],
          .labels = {cells[5], cells[6], cells[7]},
          .meanings = {cells[8], cells[9], cells[10]}};
}

std::vector<FieldRow> ReadTable() {
  std::string_view text(orgreg_unit_fields,
                        static_cast<std::size_t>(orgreg_unit_fields_end - orgreg_unit_fields));
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  std::vector<FieldRow> table;
  for (const auto line : std::views::split(text, '\n')) {
    if (!line.empty()) table.push_back(ReadLine({line.begin(), line.end()}));
  }
  return table;
}

}  // namespace

std::span<const FieldRow> FieldRows() {
  static const std::vector<FieldRow> table = ReadTable();
  return table;
}

const FieldRow* FindFieldRow(std::string_view path) {
  const auto rows = FieldRows();
  const auto found = std::ranges::find(rows, path, &FieldRow::path);
  return found == rows.end() ? nullptr : &*found;
}

std::string FieldLabel(std::string_view path, PageLanguage language) {
  if (const FieldRow* const row = FindFieldRow(path)) return std::string(row->Label(language));
  const std::size_t point = path.rfind('.');
  if (point == std::string_view::npos) return "";
  const FieldRow* const object = FindFieldRow(path.substr(0, point));
  const FieldRow* const part = FindFieldRow(path.substr(point));
  if (object == nullptr || part == nullptr) return "";
  return std::string(object->Label(language)).append(": ").append(part->Label(language));
}

}  // namespace orgreg::api
