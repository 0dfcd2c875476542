// SPDX-License-Identifier: EUPL-1.2

// Cuts and loosens names for search. The index and the query use the same functions. Pure; any
// thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::search {

// The words of a name for search.
struct NameWords {
  std::vector<std::string> all;  // Folded words (base/values/fold.h).
  // Without the words of legal forms, which never decide whether a name matches; all words if no
  // others are left.
  std::vector<std::string> content;
};
NameWords SplitName(std::string_view name);

// Appends the content of a folded name as one text to `out`.
void AppendContent(std::string_view folded, std::string* out);

// True for the words of legal forms, which have at most so many letters, all of one byte.
inline constexpr std::size_t kLongestForm = 3;
bool IsLegalForm(std::string_view word);
// All of them. Loosening changes none.
std::span<const std::string_view> LegalForms();

std::string Join(const std::vector<std::string>& words);

// A folded text as people write it without Norwegian keys: æ as ae, ø and oe as o, å and aa as a.
// Words with a common spelling become equal (bøe and bo are both written boe). Texts with the same
// loosened form match, but weaker than equal ones.
std::string Loosen(std::string_view folded);
// Replaces `loose` by the same, which saves allocations when many names are compared.
void LoosenTo(std::string_view folded, std::string* loose);

// True if the loosened form of a folded text begins with `loose`.
bool BeginsLoosely(std::string_view folded, std::string_view loose);

// The letters of a loosened word as one bit each: very different words have different bits.
std::uint64_t LetterMask(std::string_view loose);
// The most bits in which two words with this many errors between them differ.
constexpr int MostOtherLetters(std::size_t errors) { return static_cast<int>(2 * errors + 1); }

// True if `a` becomes `b` by at most `most` insertions, deletions, replacements or exchanges of
// neighbours. Bytes are compared, so each letter must be one byte.
bool IsWithinEdits(std::string_view a, std::string_view b, std::size_t most);

// A folded text that others are compared with, to find it with misspellings. An error counts once,
// whether a letter of it is one letter to a Norwegian reader (æ) or two (the ae of Michael).
class Misspelling {
 public:
  explicit Misspelling(std::string_view folded);

  const std::string& loose() const { return loose_; }

  // True for a text with at most `most` errors, whose loosened form is `loose`.
  bool Is(std::string_view folded, std::string_view loose, std::size_t most) const;
  // The same, fast for texts of other lengths.
  bool Is(std::string_view folded, std::size_t most) const;

 private:
  std::string letters_;  // The folded text, but æ, ø and å are one byte each.
  std::string loose_;
};

}  // namespace orgreg::search
