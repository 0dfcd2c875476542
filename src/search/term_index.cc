#include "search/term_index.h"

#include <algorithm>

namespace orgreg::search {

TermIndex::TermIndex(std::size_t universe, SectionReader* reader)
    : words_((universe + 63) / 64),
      terms_(reader),
      places_(reader->Next<Place>()),
      lists_(reader->Next<Doc>()),
      bits_(reader->Next<std::uint64_t>()) {}

std::size_t TermIndex::LowerBound(std::string_view term) const {
  std::size_t low = 0;
  std::size_t high = terms_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (Term(middle) < term) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Postings TermIndex::At(std::size_t index) const {
  const Place& place = places_[index];
  if (place.is_dense != 0) return {.bits = bits_.Slice(place.start, words_), .count = place.count};
  return {.list = lists_.Slice(place.start, place.count), .count = place.count};
}

Postings TermIndex::Find(std::string_view term) const {
  const std::size_t index = LowerBound(term);
  if (index == terms_.size() || Term(index) != term) return {};
  return At(index);
}

void TermIndex::FindPrefix(std::string_view prefix, std::vector<Postings>* parts) const {
  for (std::size_t index = LowerBound(prefix);
       index < terms_.size() && Term(index).starts_with(prefix); ++index) {
    parts->push_back(At(index));
  }
}

void TermIndexBuilder::Add(Doc doc, std::string_view term) {
  auto found = ids_.find(term);
  if (found == ids_.end()) {
    found = ids_.emplace(std::string(term), static_cast<std::uint32_t>(ids_.size())).first;
  }
  pairs_.emplace_back(found->second, doc);
}

std::vector<std::string> TermIndexBuilder::Terms() const {
  std::vector<std::string> terms;
  terms.reserve(ids_.size());
  for (const auto& [term, id] : ids_) terms.push_back(term);
  std::ranges::sort(terms);
  return terms;
}

void TermIndexBuilder::Write(std::size_t universe, SegmentFileWriter* writer) && {
  const std::size_t words = (universe + 63) / 64;
  std::vector<std::pair<std::string_view, std::uint32_t>> dictionary(ids_.begin(), ids_.end());
  std::ranges::sort(dictionary);

  // Documents of a term become neighbours, in rising order, by a counting sort.
  std::vector<std::uint32_t> starts(ids_.size() + 1, 0);
  for (const auto& [id, doc] : pairs_) ++starts[id + 1];
  for (std::size_t id = 1; id < starts.size(); ++id) starts[id] += starts[id - 1];
  std::vector<Doc> docs(pairs_.size());
  std::vector<std::uint32_t> next(starts.begin(), starts.end());
  for (const auto& [id, doc] : pairs_) docs[next[id]++] = doc;
  pairs_ = {};

  TextColumnBuilder terms;
  std::vector<TermIndex::Place> places;
  std::vector<Doc> lists;
  std::vector<std::uint64_t> bits;
  for (const auto& [term, id] : dictionary) {
    terms.Append(term);
    const auto first = docs.begin() + starts[id];
    // A document that holds a term twice was added twice.
    const auto last = std::unique(first, docs.begin() + starts[id + 1]);
    const auto count = static_cast<std::size_t>(last - first);
    const bool dense = count > universe / kDenseShare;
    places.push_back({.start = dense ? bits.size() : lists.size(),
                      .count = static_cast<std::uint32_t>(count),
                      .is_dense = dense ? 1U : 0U});
    if (!dense) {
      lists.insert(lists.end(), first, last);
      continue;
    }
    const std::size_t start = bits.size();
    bits.resize(start + words);
    for (auto doc = first; doc != last; ++doc)
      bits[start + *doc / 64] |= std::uint64_t{1} << (*doc % 64);
  }
  terms.Write(writer);
  writer->Write(places);
  writer->Write(lists);
  writer->Write(bits);
}

}  // namespace orgreg::search
