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
  std::vector<std::string> all;  // Folded words (base/fold.h).
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

// A folded word as people write it without Norwegian keys: æ as ae, ø and oe as o, å and
// aa as a. Words that loosen to the same match, but weaker than equal ones.
std::string Loosen(std::string_view word);

// The letters of a word as one bit each: words that differ much have different bits.
std::uint64_t LetterMask(std::string_view word);

// True where `a` becomes `b` by at most `most` insertions, deletions, replacements or
// exchanges of neighbours. Bytes count, so loosened words are meant.
bool IsWithinEdits(std::string_view a, std::string_view b, std::size_t most);

}  // namespace orgreg::search
