// SPDX-License-Identifier: EUPL-1.2

#include "model/meanings/meanings.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <tuple>
#include <vector>

extern "C" {
extern const char orgreg_meanings[], orgreg_meanings_end[];
}

namespace orgreg::model {
namespace {

using Key = std::tuple<std::string_view, std::string_view>;
Key KeyOf(const Meaning& meaning) { return {meaning.body, meaning.path}; }

// A line has a cell for each member, with tabs between; the last ones may be missing.
Meaning ReadLine(std::string_view line) {
  std::array<std::string_view, 6> cells = {};
  for (auto to = cells.begin(); const auto cell : std::views::split(line, '\t')) {
    if (to != cells.end()) *to++ = std::string_view(cell.begin(), cell.end());
  }
  return {.body = cells[0],
          .path = cells[1],
          .english = cells[2],
          .norwegian = cells[3],
          .members = cells[4],
          .form = cells[5]};
}

std::vector<Meaning> ReadTable() {
  std::string_view text(orgreg_meanings,
                        static_cast<std::size_t>(orgreg_meanings_end - orgreg_meanings));
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  std::vector<Meaning> table;
  for (const auto line : std::views::split(text, '\n')) {
    if (!line.empty()) table.push_back(ReadLine({line.begin(), line.end()}));
  }
  std::ranges::sort(table, {}, KeyOf);
  return table;
}

const Meaning* FindLine(std::string_view body, std::string_view path) {
  const std::span<const Meaning> table = Meanings();
  const Key key(body, path);
  const auto found = std::ranges::lower_bound(table, key, {}, KeyOf);
  return found != table.end() && KeyOf(*found) == key ? &*found : nullptr;
}

}  // namespace

std::span<const Meaning> Meanings() {
  static const std::vector<Meaning> table = ReadTable();
  return table;
}

const Meaning* FindMeaning(std::string_view body, std::string_view path) {
  if (const Meaning* const line = FindLine(body, path); line != nullptr) return line;
  // Looks in the body to which the innermost surrounding object refers.
  for (std::string_view object = path; !object.empty();) {
    object = object.substr(0, std::min(object.rfind('.') + 1, object.size()));
    if (object.ends_with('.')) object.remove_suffix(1);
    const Meaning* const line = FindLine(body, object);
    if (line == nullptr || line->members.empty()) continue;
    const std::string_view rest = object.empty() ? path : path.substr(object.size() + 1);
    if (const Meaning* const found = FindMeaning(line->members, rest)) return found;
  }
  return nullptr;
}

}  // namespace orgreg::model
