// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/words.h"

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

// A line has a key and a text in each language, with tabs between.
Table ReadTable() {
  std::string_view text(orgreg_page_texts, orgreg_page_texts_end);
  text.remove_prefix(text.find('\n') + 1);  // Skips the heading.
  Table table;
  for (const auto line : std::views::split(text, '\n')) {
    auto cells = std::views::split(line, '\t');
    auto cell = cells.begin();
    if (cell == cells.end()) continue;
    Texts& texts = table[std::string_view((*cell).begin(), (*cell).end())];
    for (std::string_view& one : texts) {
      if (cell != cells.end() && ++cell != cells.end())
        one = std::string_view((*cell).begin(), (*cell).end());
    }
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
