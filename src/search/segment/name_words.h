// How names are cut and loosened for search. The index and the query go through the same
// functions. Pure; any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::search {

// A name as search sees it.
struct NameWords {
  std::vector<std::string> all;  // Folded words (base/values/fold.h).
  // Without the words of legal forms, which never decide whether a name matches; all of
  // them where nothing else is left.
  std::vector<std::string> content;
};
NameWords SplitName(std::string_view name);

// The content of a folded name as one text, behind what is in `out`.
void AppendContent(std::string_view folded, std::string* out);

// True for the words of legal forms.
bool IsLegalForm(std::string_view word);

std::string Join(const std::vector<std::string>& words);

// A folded text as people write it without Norwegian keys: æ as ae, ø and oe as o, å and aa as
// a. What may be written alike becomes alike (bøe and bo are both written boe). Texts that
// loosen to the same match, but weaker than equal ones.
std::string Loosen(std::string_view folded);

// The letters of a loosened word as one bit each: words that differ much have different bits.
std::uint64_t LetterMask(std::string_view loose);
// Two words with so many errors between them differ in at most so many bits.
constexpr int MostOtherLetters(std::size_t errors) { return static_cast<int>(2 * errors + 1); }

// True where `a` becomes `b` by at most `most` insertions, deletions, replacements or
// exchanges of neighbours. Bytes count, so texts in which a letter is one byte are meant.
bool IsWithinEdits(std::string_view a, std::string_view b, std::size_t most);

// A folded text that others are compared with, to find it written with errors. An error counts
// once, whether a letter of it is one to a Norwegian reader (æ) or two (the ae of Michael).
class Misspelling {
 public:
  explicit Misspelling(std::string_view folded);

  const std::string& loose() const { return loose_; }

  // True for a text with at most `most` errors in it, which loosens to `loose`.
  bool Is(std::string_view folded, std::string_view loose, std::size_t most) const;
  // The same, quick for texts of other lengths.
  bool Is(std::string_view folded, std::size_t most) const;

 private:
  std::string letters_;  // As folded, but that æ, ø and å are one byte each.
  std::string loose_;
};

}  // namespace orgreg::search
