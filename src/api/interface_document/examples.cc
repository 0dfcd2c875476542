// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/examples.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

extern "C" {
extern const char orgreg_examples[], orgreg_examples_end[];
}

namespace orgreg::api {
namespace {

// A line has a cell for each member, with tabs between, which no body contains.
Example ReadLine(std::string_view line) {
  std::array<std::string_view, 4> cells = {};
  for (auto to = cells.begin(); const auto cell : std::views::split(line, '\t')) {
    if (to != cells.end()) *to++ = std::string_view(cell.begin(), cell.end());
  }
  return {.operation = cells[0], .type = cells[1], .target = cells[2], .body = cells[3]};
}

std::vector<Example> ReadTable() {
  std::string_view text(orgreg_examples,
                        static_cast<std::size_t>(orgreg_examples_end - orgreg_examples));
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  std::vector<Example> table;
  for (const auto line : std::views::split(text, '\n')) {
    if (!line.empty()) table.push_back(ReadLine({line.begin(), line.end()}));
  }
  return table;
}

}  // namespace

const Example* FindExample(std::string_view operation, std::string_view type) {
  static const std::vector<Example> table = ReadTable();
  const auto found = std::ranges::find_if(table, [&](const Example& example) {
    return example.operation == operation && example.type == type;
  });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace orgreg::api
