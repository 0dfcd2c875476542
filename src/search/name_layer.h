// Matching words with the names of one layer. Internal to name_search.cc: a NameFinder asks
// each layer the same and puts the answers together.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "search/name_search.h"

namespace orgreg::search {

using Words = std::vector<std::string>;

// Letters as they are, or loosened (name_words.h).
enum class Strictness : std::uint8_t { kExact, kLoose };

// The words of a question in one way of writing them.
struct Variant {
  Words words;
  // What was one word in the question and is several here must stand together: the place
  // of the first, and how many they are.
  std::size_t split_at = 0;
  std::size_t split_words = 0;
  Strictness strictness = Strictness::kLoose;
  // The same words were asked for exactly before.
  bool follows_exact = false;
};

// True where the last of the words may be the beginning of a longer one.
bool IsOpen(const Words& words);

// How well a name matches: exact, exact but for the legal form, beginning, words in order,
// rest.
inline constexpr std::size_t kNameClasses = 5;
using Classes = std::array<std::vector<Doc>, kNameClasses>;

class NameMatcher {
 public:
  // `all_words`: of the question, with its legal forms. What is given must outlive this.
  NameMatcher(const NameLayer& layer, bool consecutive, const Words& all_words)
      : names_(*layer.names),
        hidden_(*layer.hidden),
        consecutive_(consecutive),
        all_words_(all_words),
        found_(names_.size()) {}

  bool HasWord(const std::string& word) const { return names_.words().Find(word).count != 0; }

  // The documents that match and were not found before; they are found from now on.
  DocSet FindNew(const Variant& variant);
  // The same for words with up to `most` errors.
  DocSet FindMisspelt(const Words& words, std::size_t most);

  // Splits a set by class, looking at each name.
  Classes Classify(const DocSet& matches, const Variant& variant) const;
  // Takes the names of the first three classes out of `matches`: they stand together in the
  // order of the names, so that none is looked at. Only for what CanTakeBeginning.
  std::vector<DocSet> TakeBeginning(const Variant& variant, DocSet* matches) const;
  bool CanTakeBeginning(const Variant& variant) const {
    return variant.strictness == Strictness::kExact && !consecutive_;
  }

 private:
  void CollectMisspelt(const std::string& word, std::size_t most,
                       std::vector<Postings>* parts) const;
  void CollectExact(const std::string& word, bool is_open, std::vector<Postings>* parts) const;
  void CollectLoose(const std::string& word, bool is_open, bool with_exact,
                    std::vector<Postings>* parts) const;
  bool HasMoreLoose(const Words& words) const;
  DocSet Intersect(std::vector<std::vector<Postings>> atoms) const;
  DocSet SetOf(Range range) const;
  DocSet Match(const Variant& variant) const;
  void KeepTogether(const Variant& variant, DocSet* matches) const;
  void KeepPhrase(const Variant& variant, DocSet* matches) const;
  DocSet TakeNew(DocSet matches);
  std::string TextOf(Doc doc, Strictness strictness) const;
  std::size_t ClassOf(Doc doc, const Words& words, Strictness strictness) const;

  const NameIndex& names_;
  const DocSet& hidden_;
  bool consecutive_;
  const Words& all_words_;
  DocSet found_;
};

}  // namespace orgreg::search
