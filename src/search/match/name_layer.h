// Matching words with the names of one layer. Internal to name_search.cc: a NameFinder asks
// each layer the same and puts the answers together.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/match/name_search.h"
#include "search/segment/name_index.h"

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

// How much of a name the words are, best first.
enum class NameClass : std::uint8_t {
  kWhole,
  kWholeButForm,  // The legal form is another one, or there is none.
  kSameWords,     // The whole name in another order.
  kBeginning,
  kInOrder,  // All words in order, others between them or before them.
  kRest,
};
inline constexpr std::size_t kNameClasses = 6;
template <typename T>
using ByClass = std::array<T, kNameClasses>;

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
  // The same for names that the words are with one error in all: also in a word that is too
  // short for the word alone to tell.
  DocSet FindNear(const Words& words);
  // The same for words with up to `most` errors in each.
  DocSet FindMisspelt(const Words& words, std::size_t most);

  // Splits a set by class, looking at each name.
  ByClass<DocSet> Classify(const DocSet& matches, const Variant& variant) const;
  // The same without looking at any: whole names and beginnings stand together in the order
  // of the names, and all others are the rest. Only for what CanTakeBeginning.
  ByClass<DocSet> TakeBeginning(const Variant& variant, DocSet matches) const;
  bool CanTakeBeginning(const Variant& variant) const {
    return variant.strictness == Strictness::kExact && !consecutive_;
  }

 private:
  ByClass<DocSet> NoClasses() const;
  void CollectMisspelt(const std::string& word, std::size_t most,
                       std::vector<Postings>* parts) const;
  DocSet MatchMisspelt(const Words& words, std::size_t most) const;
  DocSet MatchAllButOne(const Words& words) const;
  void KeepNear(const Words& words, DocSet* matches) const;
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
  NameClass ClassOf(Doc doc, const Words& words, Strictness strictness) const;

  const NameIndex& names_;
  const DocSet& hidden_;
  bool consecutive_;
  const Words& all_words_;
  DocSet found_;
};

}  // namespace orgreg::search
