// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/looser_text.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include "base/values/fold.h"

namespace orgreg::api {
namespace {

// Folded.
constexpr std::array<std::string_view, 3> kConnectingWords = {"og", "and", "und"};

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (const auto word : std::views::split(text, ' ')) {
    if (!word.empty()) words.emplace_back(word.begin(), word.end());
  }
  return words;
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text.push_back(' ');
    text.append(word);
  }
  return text;
}

// A sign has no letters and folds to nothing.
bool Connects(std::string_view word) {
  const std::string folded = base::FoldedText(word);
  return folded.empty() || std::ranges::find(kConnectingWords, folded) != kConnectingWords.end();
}

}  // namespace

std::optional<std::string> WithoutConnectingWords(std::string_view text) {
  std::vector<std::string_view> words = WordsOf(text);
  if (std::erase_if(words, Connects) == 0 || words.empty()) return std::nullopt;
  return Joined(words);
}

std::optional<CutText> CutLastWord(std::string_view text) {
  std::vector<std::string_view> words = WordsOf(text);
  if (words.size() < 2) return std::nullopt;
  CutText cut{.last = std::string(words.back())};
  words.pop_back();
  cut.begin = Joined(words);
  return cut;
}

}  // namespace orgreg::api
