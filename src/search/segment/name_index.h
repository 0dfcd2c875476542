// SPDX-License-Identifier: EUPL-1.2

// The names of a segment's documents, indexed for finding and ranking. The index is a view of a
// segment file, unchanging and for any number of threads; a builder collects one.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/unit.h"
#include "search/columns/term_index.h"
#include "search/columns/text_column.h"
#include "search/columns/text_samples.h"
#include "search/file/array.h"

namespace orgreg::search {

class NameIndex {
 public:
  NameIndex() = default;
  // `universe` is the number of documents in the segment.
  NameIndex(std::size_t universe, SectionReader* reader);

  // Documents by folded word.
  const TermIndex& words() const { return words_; }

  std::size_t size() const { return folded_.size(); }

  // The folded words of a name with one space between them; `Content` leaves out legal forms.
  std::string_view Folded(Doc doc) const { return folded_[doc]; }
  std::string_view Content(Doc doc) const { return content_[doc]; }

  // Before the names of these documents are read, so many at once: more would push each other out
  // of the processor's memory.
  static constexpr std::size_t kExpectedAtOnce = 64;
  void ExpectFolded(std::span<const Doc> docs) const { folded_.Expect(docs); }
  void ExpectContent(std::span<const Doc> docs) const { content_.Expect(docs); }

  // Documents in order of their content.
  Doc ByContent(std::size_t place) const { return by_content_[place]; }
  std::span<const Doc> ByContent(Range places) const {
    return by_content_.Slice(places.first, places.last - places.first);
  }
  // Documents whose content begins with `text`.
  Range ContentsBeginningWith(std::string_view text) const;

  // Shorter names first, active units before bankrupt ones, then by number. Preferences are
  // compared inside a segment, weights between segments: the lower is preferred.
  std::uint32_t Preference(Doc doc) const { return preferences_[doc]; }
  std::span<const std::uint32_t> Preferences() const { return preferences_.All(); }  // By document.
  std::uint32_t Weight(Doc doc) const { return weights_[doc]; }
  Doc ByPreference(std::size_t place) const { return by_preference_[place]; }
  std::span<const Doc> ByPreference(Range places) const {
    return by_preference_.Slice(places.first, places.last - places.first);
  }

  // Words in order of their loosened form (name_words.h).
  std::span<const std::uint32_t> TermsByLoose(Range places) const {
    return terms_by_loose_.Slice(places.first, places.last - places.first);
  }
  Range LooseBeginningWith(std::string_view loose) const;
  Range LooseEqualTo(std::string_view loose) const;
  // The loosened form of a word; the letters of all, by word.
  std::string_view Loose(std::size_t term) const { return loose_[term]; }
  std::span<const std::uint64_t> Letters() const { return letters_.All(); }

 private:
  TermIndex words_;
  TextColumn folded_;
  TextColumn content_;
  Array<Doc> by_content_;
  TextSamples content_samples_;  // In the order of by_content_.
  Array<std::uint32_t> preferences_;
  Array<Doc> by_preference_;
  Array<std::uint32_t> weights_;
  TextColumn loose_;              // By term.
  Array<std::uint64_t> letters_;  // By term.
  Array<std::uint32_t> terms_by_loose_;
  TextSamples loose_samples_;  // In the order of terms_by_loose_.
};

// Takes the names of all documents in order.
class NameIndexBuilder {
 public:
  void Add(const model::Unit& unit);
  void Write(SegmentFileWriter* writer) &&;

 private:
  void WritePreferences(SegmentFileWriter* writer) const;
  static void WriteOrder(const TextColumnBuilder& texts, SegmentFileWriter* writer);

  TermIndexBuilder words_;
  TextColumnBuilder folded_;
  TextColumnBuilder content_;
  std::vector<std::uint32_t> weights_;  // By document; lower is preferred.
  std::string text_;                    // Reused from name to name.
};

}  // namespace orgreg::search
