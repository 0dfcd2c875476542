// SPDX-License-Identifier: EUPL-1.2

#include "search/match/record_walk.h"

#include <algorithm>
#include <utility>

#include "model/kind.h"
#include "search/columns/doc_set.h"
#include "search/file/block_guard.h"
#include "search/match/pick_page.h"

namespace orgreg::search {
namespace {

constexpr std::size_t kPart = 4096;

}  // namespace

base::Error Damaged(model::Kind kind) {
  return {base::Code::kUnavailable, std::string("a segment of ")
                                        .append(model::RowOf(kind).many)
                                        .append(" is damaged, and is made anew")};
}

RecordWalk::RecordWalk(model::Kind kind, Layers layers, LayeredSet sets, std::vector<SortBy> keys)
    : kind_(kind), layers_(std::move(layers)), keys_(std::move(keys)), count_(Count(sets)) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Segment& segment = *layers_[i].segment;
    Lane lane{.layer = static_cast<std::uint32_t>(i),
              .records = &segment.live(),
              .set = std::move(sets[i])};
    if (!keys_.empty()) lane.sorted.emplace(segment, keys_);
    if (Refill(&lane)) lanes_.push_back(std::move(lane));
  }
}

base::Result<std::optional<render::PublicForm>> RecordWalk::Next() {
  if (lanes_.empty()) return std::optional<render::PublicForm>();
  try {
    const auto first = FirstLane();
    const render::PublicForm record = first->records->Record(first->part[first->at]).served();
    ++first->at;
    if (first->at < first->part.size()) {
      first->number = first->records->Number(first->part[first->at]);
    } else if (!Refill(&*first)) {
      lanes_.erase(first);
    }
    return std::optional(record);
  } catch (const DamagedBlock&) {
    return Damaged(kind_);
  }
}

// There are few lanes, and one of them has nearly all records.
std::vector<RecordWalk::Lane>::iterator RecordWalk::FirstLane() {
  if (keys_.empty()) return std::ranges::min_element(lanes_, {}, &Lane::number);
  return std::ranges::min_element(lanes_, [this](const Lane& a, const Lane& b) {
    return ComesBefore(layers_, a.place(), b.place(), keys_);
  });
}

bool RecordWalk::Refill(Lane* lane) {
  lane->part = NextPart(lane);
  lane->at = 0;
  if (lane->part.empty()) return false;
  lane->number = lane->records->Number(lane->part.front());
  return true;
}

std::vector<Doc> RecordWalk::NextPart(Lane* lane) {
  if (!lane->sorted) {
    std::vector<Doc> part = lane->set.Slice(lane->taken, kPart);
    lane->taken += part.size();
    return part;
  }
  while (true) {
    std::vector<Doc> part = lane->sorted->Next();
    if (part.empty()) return part;
    std::erase_if(part, [&](Doc doc) { return !lane->set.Contains(doc); });
    if (!part.empty()) return part;
  }
}

}  // namespace orgreg::search
