// SPDX-License-Identifier: EUPL-1.2

// For one error, each text that the typed word becomes by one is looked up. For two, the words are
// looked at whose beginning is that of the typed word with one error at most.

#include "search/suggest/word_errors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
// The letters of which two errors are not found both.
constexpr std::size_t kHeadLetters = 4;
// The longest words that are compared (typed_text.cc has a shorter limit).
constexpr std::size_t kLongest = 64;

// Words overlap and repeat; the result does not.
std::vector<Range> Merged(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::first);
  std::vector<Range> merged;
  for (const Range& range : ranges) {
    if (range.first == range.last) continue;
    if (!merged.empty() && range.first <= merged.back().last) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

// The words that begin with a text that `typed` becomes by one error, or with `typed` itself.
std::vector<Range> WithOneError(const NameIndex& names, std::string_view typed) {
  std::vector<Range> found;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) found.push_back(names.LooseBeginningWith(text));
  };
  for (std::size_t at = 0; at < typed.size(); ++at) {
    // The letters before the error are right, so there are words with them.
    const std::string before(typed.substr(0, at));
    if (at > 0) {
      const Range range = names.LooseBeginningWith(before);
      if (range.first == range.last) break;
    }
    const std::string_view after = typed.substr(at + 1);
    add(before + std::string(after));
    // Without its last letter the word also finds those with another one there.
    if (after.empty()) break;
    add(before + after.front() + typed[at] + std::string(after.substr(1)));
    for (const char letter : kLetters) {
      add(before + letter + std::string(after));
      add(before + letter + std::string(typed.substr(at)));
    }
  }
  return Merged(std::move(found));
}

std::vector<Range> WithTwoErrors(const NameIndex& names, std::string_view typed) {
  const std::uint64_t letters = LetterMask(typed);
  const std::span<const std::uint64_t> masks = names.Letters();
  std::vector<Range> found;
  for (const Range& range : WithOneError(names, typed.substr(0, kHeadLetters))) {
    std::size_t place = range.first;
    for (const std::uint32_t term : names.TermsByLoose(range)) {
      if (term >= masks.size()) ThrowDamaged();
      // Most words lack more letters of the typed one than errors explain.
      const bool may_be = std::popcount(letters & ~masks[term]) <= 2;
      if (may_be && BeginsWithErrors(names.Loose(term), typed, 2))
        found.push_back({.first = place, .last = place + 1});
      ++place;
    }
  }
  return Merged(std::move(found));
}

}  // namespace

bool BeginsWithErrors(std::string_view word, std::string_view typed, std::size_t most) {
  if (word.starts_with(typed)) return true;
  if (most == 0 || typed.size() > kLongest || typed.size() > word.size() + most) return false;
  word = word.substr(0, typed.size() + most);
  if (word.size() > kLongest) word = word.substr(0, kLongest);
  // Rows of the table of distances between beginnings of both: two back, one back, now.
  std::array<std::array<std::uint8_t, kLongest + 1>, 3> rows = {};
  for (std::size_t j = 0; j <= word.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= typed.size(); ++i) {
    auto& now = rows[i % 3];
    const auto& before = rows[(i - 1) % 3];
    now[0] = static_cast<std::uint8_t>(i);
    std::uint8_t least = now[0];
    for (std::size_t j = 1; j <= word.size(); ++j) {
      int best = std::min(
          {before[j - 1] + (typed[i - 1] == word[j - 1] ? 0 : 1), before[j] + 1, now[j - 1] + 1});
      const bool exchanged =
          i > 1 && j > 1 && typed[i - 1] == word[j - 2] && typed[i - 2] == word[j - 1];
      if (exchanged) best = std::min(best, rows[(i - 2) % 3][j - 2] + 1);
      now[j] = static_cast<std::uint8_t>(best);
      least = std::min(least, now[j]);
    }
    // An exchange reaches two rows back, so this row alone does not decide.
    if (least > most + 1) return false;
  }
  const auto& last = rows[typed.size() % 3];
  return std::ranges::min(std::span(last).first(word.size() + 1)) <= most;
}

std::vector<Range> WordsWithErrors(const NameIndex& names, std::string_view typed,
                                   std::size_t most) {
  if (most == 0) return Merged({names.LooseBeginningWith(typed)});
  return most == 1 ? WithOneError(names, typed) : WithTwoErrors(names, typed);
}

}  // namespace orgreg::search
