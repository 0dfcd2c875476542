// SPDX-License-Identifier: EUPL-1.2

#include "api/suggestions/suggest_marks.h"

#include <algorithm>
#include <string>

#include "base/values/fold.h"
#include "search/segment/name_words.h"
#include "search/suggest/word_errors.h"

namespace orgreg::api {
namespace {

// A character of a label: where it ends, and how much of the folded word is before that.
struct Letter {
  std::int64_t end = 0;  // In UTF-16 code units.
  std::size_t folded_end = 0;
};

struct LabelWord {
  std::string folded = {};
  std::int64_t start = 0;
  std::vector<Letter> letters = {};
  bool is_marked = false;
};

std::size_t BytesOf(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
}

std::vector<LabelWord> WordsOf(std::string_view label) {
  std::vector<LabelWord> words;
  bool in_word = false;
  std::int64_t at = 0;
  std::string folded;
  while (!label.empty()) {
    const std::size_t bytes = std::min(BytesOf(label.front()), label.size());
    folded.clear();
    base::AppendFolded(label.substr(0, bytes), &folded);
    label.remove_prefix(bytes);
    const std::int64_t end = at + (bytes == 4 ? 2 : 1);
    if (!folded.empty() && !in_word) words.push_back({.start = at});
    in_word = !folded.empty();
    if (in_word) {
      LabelWord& word = words.back();
      word.folded += folded;
      word.letters.push_back({.end = end, .folded_end = word.folded.size()});
    }
    at = end;
  }
  return words;
}

// The first word without a mark for which `is_it` is true, or null.
template <typename IsIt>
LabelWord* FindWord(std::vector<LabelWord>* words, IsIt is_it) {
  const auto found = std::ranges::find_if(
      *words, [&](const LabelWord& word) { return !word.is_marked && is_it(word.folded); });
  return found == words->end() ? nullptr : &*found;
}

Mark MarkOf(const LabelWord& word, std::string_view typed) {
  const bool is_exact = word.folded.starts_with(typed);
  const std::size_t letters =
      is_exact ? static_cast<std::size_t>(std::ranges::find_if(word.letters,
                                                               [&](const Letter& letter) {
                                                                 return letter.folded_end >=
                                                                        typed.size();
                                                               }) -
                                          word.letters.begin()) +
                     1
               : base::CountCharacters(typed);
  const std::size_t last = std::clamp<std::size_t>(letters, 1, word.letters.size()) - 1;
  return {.start = word.start, .end = word.letters[last].end};
}

}  // namespace

std::vector<Mark> MarksOf(std::string_view label, const search::TypedText& typed) {
  std::vector<LabelWord> words = WordsOf(label);
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < typed.words.size(); ++at) {
    const std::string& text = typed.words[at];
    const search::TypedWord& loose = typed.loose[at];
    LabelWord* word =
        FindWord(&words, [&](std::string_view folded) { return folded.starts_with(text); });
    for (std::size_t errors = 0; word == nullptr && errors <= loose.errors; ++errors) {
      word = FindWord(&words, [&](std::string_view folded) {
        return search::BeginsWithErrors(search::Loosen(folded), loose.loose, errors);
      });
    }
    if (word == nullptr) continue;
    word->is_marked = true;
    marks.push_back(MarkOf(*word, text));
  }
  std::ranges::sort(marks, {}, &Mark::start);
  return marks;
}

}  // namespace orgreg::api
