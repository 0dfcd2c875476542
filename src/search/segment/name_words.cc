// SPDX-License-Identifier: EUPL-1.2

// Words are split and folded first, then loosened letter by letter (ForEachLoose). Distances
// between words are computed with a table of three rows, or directly for one error.

#include "search/segment/name_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/values/fold.h"

namespace orgreg::search {
namespace {

// Legal forms as names have them, without those that are ordinary words as well.
constexpr std::array<std::string_view, 12> kLegalForms = {"as", "asa", "sa",  "da", "ans", "ba",
                                                          "ks", "nuf", "iks", "kf", "fkf", "sf"};

// Calls `visit` with each word of a folded name that is not a legal form.
template <typename Visit>
void ForEachContentWord(std::string_view folded, Visit visit) {
  bool follows_a = false;  // An "a" was held back: an "s" after it makes "A/S".
  base::ForEachWord(folded, [&](std::string_view word) {
    const bool ends_form = follows_a && word == "s";
    if (follows_a && !ends_form) visit("a");
    follows_a = word == "a";
    if (!ends_form && !follows_a && !IsLegalForm(word)) visit(word);
  });
  if (follows_a) visit("a");
}

// æ, ø and å if a letter is one byte, as in Latin-1.
constexpr char kAe = '\xE6';
constexpr char kOslash = '\xF8';
constexpr char kAring = '\xE5';

// The length of a run of a and å at the start of the text: two å make four a.
std::size_t RunOfA(std::string_view text) {
  constexpr int kMostLetters = 4;
  std::size_t bytes = 0;
  for (int letters = 0; letters < kMostLetters; ++letters) {
    const std::string_view rest = text.substr(bytes);
    const std::size_t letter = rest.starts_with('a') ? 1U : rest.starts_with("å") ? 2U : 0U;
    if (letter == 0) break;
    bytes += letter;
  }
  return bytes;
}

// True for a byte that loosening keeps, by the byte after it: nearly all are kept. æ, ø and å begin
// alike in UTF-8.
bool IsKept(char byte, char next) {
  if (byte == 'a') return next != 'a' && next != '\xC3';
  if (byte == 'o') return next != 'e';
  return byte != '\xC3';
}

// Calls `visit` with each byte of the loosened text, while `wants_more()` is true.
template <typename Visit, typename WantsMore>
void ForEachLoose(std::string_view folded, Visit visit, WantsMore wants_more) {
  const char* at = folded.data();
  const char* const end = at + folded.size();
  while (at != end && wants_more()) {
    if (IsKept(*at, at + 1 != end ? at[1] : ' ')) {
      visit(*at++);
      continue;
    }
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    std::size_t read = 1;
    if (const std::size_t run = RunOfA(rest); run != 0) {
      visit('a');
      read = run;
    } else if (rest.starts_with('o') || rest.starts_with("ø")) {
      visit('o');
      read = std::min(rest.find_first_not_of('e', rest.front() == 'o' ? 1 : 2), rest.size());
    } else if (rest.starts_with("æ")) {
      visit('a');
      visit('e');
      read = 2;
    } else {
      visit(*at);
    }
    at += read;
  }
}

template <typename Visit>
void ForEachLoose(std::string_view folded, Visit visit) {
  ForEachLoose(folded, visit, [] { return true; });
}

std::size_t LooseSize(std::string_view folded) {
  std::size_t size = 0;
  ForEachLoose(folded, [&](char) { ++size; });
  return size;
}

bool DifferByMost(std::size_t a, std::size_t b, std::size_t most) {
  return a < b ? b - a <= most : a - b <= most;
}

// For a text that is equally long as the other, or one letter shorter.
bool IsWithinOneEdit(std::string_view a, std::string_view b) {
  const auto first = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  a.remove_prefix(first);
  b.remove_prefix(first);
  if (a.empty()) return true;
  if (a.size() < b.size()) return a == b.substr(1);
  if (a.substr(1) == b.substr(1)) return true;
  return a.size() > 1 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2);
}

// A folded text in which each of æ, ø and å is one byte.
std::string LetterBytes(std::string_view folded) {
  std::string letters;
  for (std::size_t at = 0; at < folded.size(); ++at) {
    const std::string_view pair = folded.substr(at, 2);
    const char letter = pair == "æ" ? kAe : pair == "ø" ? kOslash : pair == "å" ? kAring : '\0';
    letters.push_back(letter != '\0' ? letter : folded[at]);
    if (letter != '\0') ++at;
  }
  return letters;
}

}  // namespace

bool IsLegalForm(std::string_view word) {
  if (word.size() > kLongestForm) return false;
  return std::ranges::find(kLegalForms, word) != kLegalForms.end();
}

std::span<const std::string_view> LegalForms() { return kLegalForms; }

NameWords SplitName(std::string_view name) {
  const std::string folded = base::FoldedText(name);
  NameWords words;
  base::ForEachWord(folded, [&](std::string_view word) { words.all.emplace_back(word); });
  ForEachContentWord(folded, [&](std::string_view word) { words.content.emplace_back(word); });
  if (words.content.empty()) words.content = words.all;
  return words;
}

void AppendContent(std::string_view folded, std::string* out) {
  const std::size_t begin = out->size();
  ForEachContentWord(folded, [&](std::string_view word) {
    if (out->size() > begin) out->push_back(' ');
    out->append(word);
  });
  if (out->size() == begin) out->append(folded);
}

std::string Join(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) {
    if (!joined.empty()) joined.push_back(' ');
    joined.append(word);
  }
  return joined;
}

std::string Loosen(std::string_view folded) {
  std::string loose;
  LoosenTo(folded, &loose);
  return loose;
}

void LoosenTo(std::string_view folded, std::string* loose) {
  loose->resize(folded.size());  // The loosened form is not longer.
  char* end = loose->data();
  ForEachLoose(folded, [&end](char letter) { *end++ = letter; });
  loose->resize(static_cast<std::size_t>(end - loose->data()));
}

bool BeginsLoosely(std::string_view folded, std::string_view loose) {
  std::size_t same = 0;
  bool differs = false;
  ForEachLoose(
      folded,
      [&](char letter) {
        // One letter may become two, the second of which is after the end.
        if (same == loose.size()) return;
        differs |= letter != loose[same];
        ++same;
      },
      [&] { return !differs && same < loose.size(); });
  return !differs && same == loose.size();
}

std::uint64_t LetterMask(std::string_view loose) {
  std::uint64_t mask = 0;
  for (const char c : loose) mask |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64U);
  return mask;
}

bool IsWithinEdits(std::string_view a, std::string_view b, std::size_t most) {
  constexpr std::size_t kLongest = 64;
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > most) return false;
  if (most <= 1) return most == 1 ? IsWithinOneEdit(a, b) : a == b;
  if (b.size() > kLongest) return false;
  // Rows of the table of distances between prefixes of a and b: two back, one back, now.
  std::array<std::array<std::uint8_t, kLongest + 1>, 3> rows = {};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& now = rows[i % 3];
    const auto& before = rows[(i - 1) % 3];
    now[0] = static_cast<std::uint8_t>(i);
    std::uint8_t least = now[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      int best = std::min({replaced, before[j] + 1, now[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) best = std::min(best, rows[(i - 2) % 3][j - 2] + 1);
      now[j] = static_cast<std::uint8_t>(best);
      least = std::min(least, now[j]);
    }
    if (least > most) return false;
  }
  return rows[a.size() % 3][b.size()] <= most;
}

Misspelling::Misspelling(std::string_view folded)
    : letters_(LetterBytes(folded)), loose_(Loosen(folded)) {}

bool Misspelling::Is(std::string_view folded, std::string_view loose, std::size_t most) const {
  if (IsWithinEdits(loose_, loose, most)) return true;
  // If neither text was changed by loosening, there is no more to compare.
  if (letters_ == loose_ && folded == loose) return false;
  return IsWithinEdits(letters_, LetterBytes(folded), most);
}

bool Misspelling::Is(std::string_view folded, std::size_t most) const {
  const bool may_be = DifferByMost(loose_.size(), LooseSize(folded), most) ||
                      DifferByMost(letters_.size(), base::CountCharacters(folded), most);
  return may_be && Is(folded, Loosen(folded), most);
}

}  // namespace orgreg::search
