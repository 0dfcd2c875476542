#include "search/term_index.h"

#include <algorithm>

namespace orgreg::search {

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
  if (place.dense)
    return {.bits = std::span(bits_).subspan(place.start, words_), .count = place.count};
  return {.list = std::span(lists_).subspan(place.start, place.count), .count = place.count};
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

TermIndex TermIndexBuilder::Build(std::size_t universe) && {
  TermIndex index;
  index.words_ = (universe + 63) / 64;
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

  for (const auto& [term, id] : dictionary) {
    index.terms_.Append(term);
    const auto first = docs.begin() + starts[id];
    // A document that holds a term twice was added twice.
    const auto last = std::unique(first, docs.begin() + starts[id + 1]);
    const auto count = static_cast<std::size_t>(last - first);
    const bool dense = count > universe / kDenseShare;
    index.places_.push_back({.start = dense ? index.bits_.size() : index.lists_.size(),
                             .count = static_cast<std::uint32_t>(count),
                             .dense = dense});
    if (!dense) {
      index.lists_.insert(index.lists_.end(), first, last);
      continue;
    }
    const std::size_t start = index.bits_.size();
    index.bits_.resize(start + index.words_);
    for (auto doc = first; doc != last; ++doc)
      index.bits_[start + *doc / 64] |= std::uint64_t{1} << (*doc % 64);
  }
  return index;
}

}  // namespace orgreg::search
