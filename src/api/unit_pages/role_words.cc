// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/role_words.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

extern "C" {
extern const char orgreg_role_words[], orgreg_role_words_end[];
}

namespace orgreg::api {
namespace {

constexpr std::array<std::string_view, 3> kLists = {"group", "role", "representative"};

struct Line {
  std::string_view list = {};
  std::string_view code = {};
  std::array<std::string_view, kLanguageCodes.size()> texts = {};
};

std::vector<Line> ReadTable() {
  std::string_view text(orgreg_role_words,
                        static_cast<std::size_t>(orgreg_role_words_end - orgreg_role_words));
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  std::vector<Line> table;
  for (const auto line : std::views::split(text, '\n')) {
    std::array<std::string_view, 2 + kLanguageCodes.size()> cells = {};
    for (auto to = cells.begin(); const auto cell : std::views::split(line, '\t')) {
      if (to != cells.end()) *to++ = std::string_view(cell.begin(), cell.end());
    }
    if (!cells[0].empty()) table.push_back({cells[0], cells[1], {cells[2], cells[3], cells[4]}});
  }
  return table;
}

}  // namespace

RoleWords WordsForRole(RoleCodes list, std::string_view code, PageLanguage language) {
  static const std::vector<Line> table = ReadTable();
  const std::string_view name = kLists[static_cast<std::size_t>(list)];
  const auto found = std::ranges::find_if(
      table, [&](const Line& line) { return line.list == name && line.code == code; });
  const auto order = static_cast<std::size_t>(found - table.begin());
  if (found == table.end()) return {.order = order};
  return {.order = order, .text = found->texts[static_cast<std::size_t>(language)]};
}

}  // namespace orgreg::api
