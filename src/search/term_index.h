// Which documents hold a term: a sorted dictionary, and for each term its documents. Used
// for codes, flags and words alike. The index is a view of a segment file, unchanging and
// for any number of threads; a builder collects one.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/doc_set.h"
#include "search/text_column.h"

namespace orgreg::search {

class TermIndex {
 public:
  TermIndex() = default;
  // `universe`: how many documents the segment has.
  TermIndex(std::size_t universe, SectionReader* reader);

  // The documents that hold the term; none where nobody does.
  Postings Find(std::string_view term) const;

  // Adds the documents of every term that begins with `prefix` to `parts`.
  void FindPrefix(std::string_view prefix, std::vector<Postings>* parts) const;

  // The dictionary itself: terms are numbered from 0 in byte order.
  std::size_t term_count() const { return terms_.size(); }
  std::string_view Term(std::size_t index) const { return terms_[index]; }
  Postings At(std::size_t index) const;
  // The first term that is not less than `term`; term_count() where there is none.
  std::size_t LowerBound(std::string_view term) const;

 private:
  friend class TermIndexBuilder;

  struct Place {
    std::uint64_t start = 0;  // In lists_, or in bits_ where dense.
    std::uint32_t count = 0;
    std::uint32_t is_dense = 0;
  };

  std::size_t words_ = 0;  // Of one bitmap.
  TextColumn terms_;
  Array<Place> places_;
  Array<Doc> lists_;
  Array<std::uint64_t> bits_;
};

// Collects (document, term) pairs. Documents must be added in rising order.
class TermIndexBuilder {
 public:
  void Add(Doc doc, std::string_view term);
  // The terms in byte order, as the index will number them.
  std::vector<std::string> Terms() const;
  void Write(std::size_t universe, SegmentFileWriter* writer) &&;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;
  std::vector<std::pair<std::uint32_t, Doc>> pairs_;  // Term id, document.
};

}  // namespace orgreg::search
