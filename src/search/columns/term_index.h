// SPDX-License-Identifier: EUPL-1.2

// Finds the documents that have a term: a sorted dictionary, and for each term its documents. Used
// for codes, flags and words. The index is a view of a segment file, unchanging and for any number
// of threads; a builder collects one.

#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/columns/text_column.h"
#include "search/columns/text_ids.h"
#include "search/columns/text_samples.h"
#include "search/file/array.h"

namespace orgreg::search {

class TermIndex {
 public:
  TermIndex() = default;
  // `universe` is the number of documents in the segment.
  TermIndex(std::size_t universe, SectionReader* reader);

  // The documents with the term; empty if there are none.
  Postings Find(std::string_view term) const;

  // The place of the term itself; empty if there is none.
  Range EqualTo(std::string_view term) const;
  // The terms that begin with `prefix`.
  Range BeginningWith(std::string_view prefix) const;
  // Adds the documents of every term that begins with `prefix` to `parts`, those of several terms
  // as one part.
  void FindPrefix(std::string_view prefix, std::vector<Postings>* parts) const;
  // The same for these terms.
  void CollectParts(Range terms, std::vector<Postings>* parts) const;

  // The dictionary itself: terms are numbered from 0 in byte order.
  std::size_t term_count() const { return terms_.size(); }
  std::string_view Term(std::size_t index) const { return terms_[index]; }
  Postings At(std::size_t index) const;

 private:
  friend class TermIndexBuilder;

  // The set of a term from its columns.
  Postings PostingsOf(std::uint64_t start, std::uint64_t twice) const;

  std::size_t words_ = 0;  // The size of one bitmap.
  TextColumn terms_;
  TextSamples samples_;  // Of terms_.
  Numbers starts_;       // An index of lists_, or of bits_ if the term is dense.
  Numbers counts_;       // Twice the number of documents; one more if the term is dense.
  Array<Doc> lists_;
  Array<std::uint64_t> bits_;
};

// Collects (document, term) pairs. Documents must be added in ascending order; a document may be
// added to a term again.
//
// A term with few documents is kept as pairs, one with many as a bitmap from the point when they
// become many: flags and codes, the bulk of all pairs, then take a bit instead of eight bytes.
class TermIndexBuilder {
 public:
  void Add(Doc doc, std::string_view term);
  // Returns the terms in byte order, as the index numbers them.
  TextColumnBuilder Write(std::size_t universe, SegmentFileWriter* writer) &&;

 private:
  struct Term {
    std::uint32_t count = 0;
    Doc last = 0;              // Valid if the count is not 0.
    std::uint32_t bitmap = 0;  // One more than its index in bitmaps_; 0 if there is none.
  };
  struct Lists;
  using Bitmap = std::vector<std::uint64_t>;  // Up to the last document so far.

  // The documents of pairs_ by term.
  Lists MakeLists();

  TextIds ids_;
  std::vector<Term> terms_;  // By id.
  std::vector<std::pair<TextIds::Id, Doc>> pairs_;
  std::vector<Bitmap> bitmaps_;
};

}  // namespace orgreg::search
