// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/operation.h"

#include <algorithm>
#include <array>
#include <ranges>

extern "C" {
extern const char orgreg_operation_words[], orgreg_operation_words_end[];
}

namespace orgreg::api {
namespace {

// A line has a cell for each member, with tabs between.
OperationWords ReadLine(std::string_view line) {
  std::array<std::string_view, 4> cells = {};
  for (auto to = cells.begin(); const auto cell : std::views::split(line, '\t')) {
    if (to != cells.end()) *to++ = std::string_view(cell.begin(), cell.end());
  }
  return {.operation = cells[0], .group = cells[1], .english = cells[2], .norwegian = cells[3]};
}

std::vector<OperationWords> ReadTable() {
  std::string_view text(
      orgreg_operation_words,
      static_cast<std::size_t>(orgreg_operation_words_end - orgreg_operation_words));
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  std::vector<OperationWords> table;
  for (const auto line : std::views::split(text, '\n')) {
    if (!line.empty()) table.push_back(ReadLine({line.begin(), line.end()}));
  }
  return table;
}

}  // namespace

bool IsTagged(const RouteRow& row) {
  return row.at.interface->caching == Caching::kTagged && row.work.is_tagged;
}

std::vector<std::uint16_t> UsualStatuses(const RouteRow& row) {
  std::vector<std::uint16_t> statuses = {406, 421, 429, 500, 503, 304, 400};
  if (!IsTagged(row)) std::erase(statuses, 304);
  const bool takes_nothing = row.takes.query == QueryPolicy::kIgnored && row.takes.rows.empty();
  // Register-Position may be wrong too.
  if (takes_nothing && !row.work.needs_data) std::erase(statuses, 400);
  return statuses;
}

std::vector<search::ParameterRow> AllParameters(const RouteRow& row) {
  std::vector<search::ParameterRow> all(row.takes.rows.begin(), row.takes.rows.end());
  if (row.takes.derived == nullptr) return all;
  const search::DerivedRows* const filters = row.takes.derived(row.work.argument).filters;
  if (filters != nullptr) all.insert(all.end(), filters->rows().begin(), filters->rows().end());
  return all;
}

std::span<const OperationWords> AllOperationWords() {
  static const std::vector<OperationWords> table = ReadTable();
  return table;
}

const OperationWords* FindOperationWords(std::string_view operation) {
  const std::span<const OperationWords> table = AllOperationWords();
  const auto found = std::ranges::find(table, operation, &OperationWords::operation);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace orgreg::api
