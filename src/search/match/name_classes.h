// SPDX-License-Identifier: EUPL-1.2

// Splits the matches of one layer's names by how completely the words of a query cover them.
// Internal to name_search.cc. Pure functions over unchanging data; any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "search/columns/doc_set.h"
#include "search/match/name_search.h"
#include "search/match/name_variant.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

// How completely the words cover a name, best first.
enum class NameClass : std::uint8_t {
  kWhole,
  kWholeButForm,  // The legal form differs, or there is none.
  kSameWords,     // The whole name in another order.
  kBeginning,
  kInOrder,  // All words in order, with others between or before them.
  kRest,
};
inline constexpr std::size_t kNameClasses = 6;
template <typename T>
using ByClass = std::array<T, kNameClasses>;

class NameClasses {
 public:
  // `all_words` are those of the query, with its legal forms. The arguments must outlive this.
  NameClasses(const NameLayer& layer, bool consecutive, const Words& all_words)
      : names_(*layer.names),
        hidden_(*layer.hidden),
        consecutive_(consecutive),
        all_words_(all_words) {}

  // Splits a set by class; reads each name.
  ByClass<DocSet> Split(const DocSet& matches, const Variant& variant) const;

  // Whole names and beginnings are adjacent in the order of the names, so they are found without
  // reading the matches. All other matches are the rest.
  struct Places {
    DocSet whole;
    DocSet whole_but_form;
    Range beginning;  // Places of NameIndex::ByContent; hidden documents are among them.
  };
  bool HasPlaces(const Variant& variant) const {
    return variant.strictness == Strictness::kExact && !consecutive_;
  }
  // Only if HasPlaces. None of the sets has hidden documents.
  Places FindPlaces(const Variant& variant) const;

  // The most preferred documents of a set, at most `most`; and of those at these places that are
  // not hidden.
  DocSet BestOf(const DocSet& docs, std::size_t most) const;
  DocSet BestOf(Range places, std::size_t most) const;

 private:
  // The words with which names are compared, all written in the same way.
  struct Wanted {
    const Words& words;
    std::string text;  // The words joined.
    std::string all;   // The words of the query with its legal forms, joined.
    bool is_open = false;
    Strictness strictness = Strictness::kExact;
  };

  DocSet Shown(DocSet docs) const;
  // Before TextOf these.
  void Expect(std::span<const Doc> docs) const;
  std::string_view TextOf(Doc doc) const;
  // `loose` is memory for a loosened name.
  NameClass ClassOf(Doc doc, const Wanted& wanted, std::string* loose) const;

  const NameIndex& names_;
  const DocSet& hidden_;
  bool consecutive_;
  const Words& all_words_;
};

}  // namespace orgreg::search
