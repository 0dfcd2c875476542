// SPDX-License-Identifier: EUPL-1.2

#include "search/match/sorted_docs.h"

#include <utility>

#include "search/columns/doc_set.h"
#include "search/match/segment_order.h"

namespace orgreg::search {

std::vector<Doc> SortedDocs::Next() {
  std::vector<Doc> part;
  while (!levels_.empty() && part.size() < kPartDocs) Advance(&part);
  return part;
}

void SortedDocs::Advance(std::vector<Doc>* part) {
  const SortBy key = keys_[levels_.size() - 1];
  const SortOrder& order = segment_->sort_order(key.key);
  Step step = Step::kGoOn;
  order.WalkRuns(key.descending, levels_.back().place,
                 [&](std::span<const Doc> run, std::size_t begin) {
                   step = Take(run, begin, part);
                   if (step == Step::kDescend) levels_.back().rank = order.Rank(run.front());
                   return step == Step::kGoOn;
                 });
  if (step == Step::kGoOn) levels_.pop_back();  // The order is at its end.
  if (step == Step::kDescend) levels_.emplace_back();
}

SortedDocs::Step SortedDocs::Take(std::span<const Doc> run, std::size_t begin,
                                  std::vector<Doc>* part) {
  if (part->size() >= kPartDocs) return Step::kFull;
  if (KeysAfterThis().empty()) return TakeInOrder(run, begin, part);
  levels_.back().place = begin + run.size();
  return TakeSorted(run, part) ? Step::kGoOn : Step::kDescend;
}

// This is the last key: within a run the documents ascend already.
SortedDocs::Step SortedDocs::TakeInOrder(std::span<const Doc> run, std::size_t begin,
                                         std::vector<Doc>* part) {
  std::size_t& place = levels_.back().place;
  for (const Doc doc : run.subspan(place - begin)) {
    if (part->size() >= kPartDocs) return Step::kFull;
    if (BelongsHere(doc)) part->push_back(doc);
    ++place;
  }
  return Step::kGoOn;
}

bool SortedDocs::TakeSorted(std::span<const Doc> run, std::vector<Doc>* part) {
  std::vector<Doc> few;
  for (const Doc doc : run) {
    if (!BelongsHere(doc)) continue;
    if (few.size() == kFewDocs) return false;
    few.push_back(doc);
  }
  const std::size_t count = few.size();
  if (count > 1) {
    few = SliceByKeys(*segment_, DocSet::FromList(segment_->size(), std::move(few)),
                      KeysAfterThis(), 0, count);
  }
  part->insert(part->end(), few.begin(), few.end());
  return true;
}

bool SortedDocs::BelongsHere(Doc doc) const {
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    if (segment_->sort_order(keys_[level].key).Rank(doc) != levels_[level].rank) return false;
  }
  return true;
}

}  // namespace orgreg::search
