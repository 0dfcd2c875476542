// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/term_index.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "search/columns/text_order.h"

namespace orgreg::search {

TermIndex::TermIndex(std::size_t universe, SectionReader* reader)
    : words_((universe + 63) / 64),
      terms_(reader),
      samples_(reader),
      starts_(reader),
      counts_(reader),
      lists_(reader->Next<Doc>()),
      bits_(reader->Next<std::uint64_t>()) {}

Postings TermIndex::At(std::size_t index) const {
  return PostingsOf(starts_[index], counts_[index]);
}

Postings TermIndex::PostingsOf(std::uint64_t start, std::uint64_t twice) const {
  const auto count = static_cast<std::uint32_t>(twice / 2);
  if (twice % 2 != 0) return {.bits = bits_.Slice(start, words_), .count = count};
  return {.list = lists_.Slice(start, count), .count = count};
}

Range TermIndex::EqualTo(std::string_view term) const {
  const std::size_t index =
      samples_.LowerBound(terms_.size(), term, [this](std::size_t place) { return Term(place); });
  const bool is_there = index < terms_.size() && samples_.MayBe(index, term) && Term(index) == term;
  return {.first = index, .last = is_there ? index + 1 : index};
}

Postings TermIndex::Find(std::string_view term) const {
  const Range found = EqualTo(term);
  return found.first == found.last ? Postings() : At(found.first);
}

Range TermIndex::BeginningWith(std::string_view prefix) const {
  return samples_.BeginningWith(terms_.size(), prefix,
                                [this](std::size_t place) { return Term(place); });
}

void TermIndex::FindPrefix(std::string_view prefix, std::vector<Postings>* parts) const {
  CollectParts(BeginningWith(prefix), parts);
}

// The lists of adjacent terms are adjacent as well, so they are taken as one.
void TermIndex::CollectParts(Range terms, std::vector<Postings>* parts) const {
  constexpr std::size_t kChunk = 64;  // Terms whose columns are read at once.
  std::array<std::uint64_t, kChunk> starts = {};
  std::array<std::uint64_t, kChunk> counts = {};
  std::size_t lists = 0;  // That are taken as one, and their part of lists_.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  const auto take = [&] {
    if (lists == 0) return;
    const std::span<const Doc> list = lists_.Slice(begin, end - begin);
    parts->push_back({.list = list, .count = list.size(), .ascends = lists == 1});
    lists = 0;
  };
  while (terms.first < terms.last) {
    const std::size_t here = std::min(kChunk, terms.last - terms.first);
    starts_.Read(terms.first, std::span(starts).first(here));
    counts_.Read(terms.first, std::span(counts).first(here));
    for (std::size_t at = 0; at < here; ++at) {
      if (counts[at] % 2 != 0) {
        parts->push_back(PostingsOf(starts[at], counts[at]));
        continue;
      }
      if (starts[at] != end) take();
      if (lists == 0) begin = starts[at];
      end = starts[at] + counts[at] / 2;
      ++lists;
    }
    terms.first += here;
  }
  take();
}

void TermIndexBuilder::Add(Doc doc, std::string_view term) {
  // A bitmap costs memory for every document, so it must be likely to be needed.
  constexpr std::uint32_t kFewestForBitmap = 512;
  const TextIds::Id id = ids_.IdOf(term);
  if (id == terms_.size()) terms_.emplace_back();
  Term& of_term = terms_[id];
  if (of_term.count != 0 && of_term.last == doc) return;
  of_term.last = doc;
  ++of_term.count;
  if (of_term.bitmap == 0) {
    if (of_term.count < kFewestForBitmap || of_term.count <= doc / kDenseShare) {
      pairs_.emplace_back(id, doc);
      return;
    }
    bitmaps_.emplace_back();
    of_term.bitmap = static_cast<std::uint32_t>(bitmaps_.size());
  }
  Bitmap& bitmap = bitmaps_[of_term.bitmap - 1];
  if (bitmap.size() <= doc / 64) bitmap.resize(doc / 64 + 1);
  bitmap[doc / 64] |= std::uint64_t{1} << (doc % 64);
}

struct TermIndexBuilder::Lists {
  std::vector<std::uint32_t> starts;  // By id; one more at the end.
  std::vector<Doc> docs;

  std::span<const Doc> operator[](TextIds::Id id) const {
    return std::span(docs).subspan(starts[id], starts[id + 1] - starts[id]);
  }
};

// A counting sort, which keeps the documents of a term ascending.
TermIndexBuilder::Lists TermIndexBuilder::MakeLists() {
  Lists lists{.starts = std::vector<std::uint32_t>(terms_.size() + 1, 0),
              .docs = std::vector<Doc>(pairs_.size())};
  for (const auto& [id, doc] : pairs_) ++lists.starts[id + 1];
  for (std::size_t id = 0; id < terms_.size(); ++id) lists.starts[id + 1] += lists.starts[id];
  std::vector<std::uint32_t> next = lists.starts;
  for (const auto& [id, doc] : pairs_) lists.docs[next[id]++] = doc;
  pairs_ = {};
  return lists;
}

TextColumnBuilder TermIndexBuilder::Write(std::size_t universe, SegmentFileWriter* writer) && {
  const std::size_t words = (universe + 63) / 64;
  const Lists collected = MakeLists();
  TextColumnBuilder dictionary;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint64_t> counts;
  std::vector<Doc> lists;
  std::vector<std::uint64_t> bits;
  for (const TextIds::Id id : OrderOf(ids_.texts().Views())) {
    dictionary.Append(ids_.texts()[id]);
    const Term& term = terms_[id];
    const std::span<const Doc> first_docs = collected[id];
    const Bitmap bitmap = term.bitmap == 0 ? Bitmap() : std::move(bitmaps_[term.bitmap - 1]);
    const bool dense = term.count > universe / kDenseShare;
    starts.push_back(dense ? bits.size() : lists.size());
    counts.push_back(2 * std::uint64_t{term.count} + (dense ? 1 : 0));
    if (dense) {
      const std::size_t start = bits.size();
      bits.insert(bits.end(), bitmap.begin(), bitmap.end());
      bits.resize(start + words);
      for (const Doc doc : first_docs) bits[start + doc / 64] |= std::uint64_t{1} << (doc % 64);
    } else {
      lists.insert(lists.end(), first_docs.begin(), first_docs.end());
      // The bitmap continues the pairs.
      ForEachBit(bitmap, [&](Doc doc) { lists.push_back(doc); });
    }
  }
  dictionary.Write(writer);
  WriteSamples(dictionary.Views(), writer);
  WriteNumbers(starts, writer);
  WriteNumbers(counts, writer);
  writer->Write(lists);
  writer->Write(bits);
  return dictionary;
}

}  // namespace orgreg::search
