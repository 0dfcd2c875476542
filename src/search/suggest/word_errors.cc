// SPDX-License-Identifier: EUPL-1.2

// For one error, each text that the typed word becomes by one is looked up. For two, the words are
// looked at whose beginning is that of the typed word with one error at most.

#include "search/suggest/word_errors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
// The letters of which two errors are not found both.
constexpr std::size_t kHeadLetters = 4;
// So few words are compared one by one, which is faster than looking up errors.
constexpr std::size_t kFewWords = 64;

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

// Adds the places of the words in the range that begin like `typed` but for errors.
void AddWithErrors(const NameIndex& names, Range range, std::string_view typed, std::size_t most,
                   std::vector<Range>* found) {
  std::size_t place = range.first;
  for (const std::uint32_t term : names.TermsByLoose(range)) {
    if (BeginsWithErrors(names.Loose(term), typed, most))
      found->push_back({.first = place, .last = place + 1});
    ++place;
  }
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
      if (range.last - range.first <= kFewWords) {
        AddWithErrors(names, range, typed, 1, &found);
        break;
      }
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

// Each error is made at the first letter that differs: leaving out a typed letter, adding one,
// replacing it, or exchanging it with the next.
bool BeginsWithErrors(std::string_view word, std::string_view typed, std::size_t most) {
  const auto same =
      static_cast<std::size_t>(std::ranges::mismatch(word, typed).in2 - typed.begin());
  word.remove_prefix(same);
  typed.remove_prefix(same);
  if (typed.size() <= most) return true;
  if (most == 0 || typed.size() > word.size() + most) return false;
  if (BeginsWithErrors(word, typed.substr(1), most - 1)) return true;
  if (word.empty()) return false;
  if (BeginsWithErrors(word.substr(1), typed, most - 1)) return true;
  if (BeginsWithErrors(word.substr(1), typed.substr(1), most - 1)) return true;
  const bool are_exchanged =
      word.size() > 1 && typed.size() > 1 && word[0] == typed[1] && word[1] == typed[0];
  return are_exchanged && BeginsWithErrors(word.substr(2), typed.substr(2), most - 1);
}

std::vector<Range> WordsWithErrors(const NameIndex& names, std::string_view typed,
                                   std::size_t most) {
  if (most == 0) return Merged({names.LooseBeginningWith(typed)});
  return most == 1 ? WithOneError(names, typed) : WithTwoErrors(names, typed);
}

}  // namespace orgreg::search
