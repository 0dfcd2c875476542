// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/words.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <unordered_map>

extern "C" {
extern const char orgreg_page_texts[], orgreg_page_texts_end[];
}

namespace orgreg::api {
namespace {

using Texts = std::array<std::string_view, kLanguageCodes.size()>;
using Table = std::unordered_map<std::string_view, Texts>;

// Cuts off the text before the tab, and the tab.
std::string_view TakeCell(std::string_view* line) {
  const std::size_t end = std::min(line->find('\t'), line->size());
  const std::string_view cell = line->substr(0, end);
  line->remove_prefix(std::min(end + 1, line->size()));
  return cell;
}

// A line has a key and a text in each language, with tabs between.
Table ReadTable() {
  const std::string_view text(orgreg_page_texts, orgreg_page_texts_end);
  Table table;
  for (const auto part : std::views::split(text, '\n') | std::views::drop(1)) {
    std::string_view line(part.begin(), part.end());
    if (line.empty()) continue;
    Texts& texts = table[TakeCell(&line)];
    for (std::string_view& one : texts) one = TakeCell(&line);
  }
  return table;
}

}  // namespace

std::string_view WordsFor(std::string_view key, PageLanguage language) {
  static const Table table = ReadTable();
  const auto found = table.find(key);
  return found == table.end() ? key : found->second[static_cast<std::size_t>(language)];
}

}  // namespace orgreg::api
