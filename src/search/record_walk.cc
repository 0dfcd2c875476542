#include "search/record_walk.h"

#include <algorithm>
#include <utility>

#include "search/block_guard.h"

namespace orgreg::search {
namespace {

constexpr std::size_t kPart = 4096;

}  // namespace

base::Error Damaged(model::Kind kind) {
  return {base::Code::kCorrupt,
          std::string("a segment of ").append(model::RowOf(kind).many).append(" is damaged")};
}

RecordWalk::RecordWalk(model::Kind kind, Layers layers, LayeredSet sets)
    : kind_(kind), layers_(std::move(layers)), count_(Count(sets)) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    Lane lane{.records = &layers_[i].segment->live(), .set = std::move(sets[i])};
    if (Refill(&lane)) lanes_.push_back(std::move(lane));
  }
}

base::Result<std::optional<std::string_view>> RecordWalk::Next() {
  if (lanes_.empty()) return std::optional<std::string_view>();
  try {
    // There are few lanes, and nearly all records are in one of them.
    const auto first = std::ranges::min_element(lanes_, {}, &Lane::number);
    const std::string_view record = first->records->Bytes(first->part[first->at]);
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

bool RecordWalk::Refill(Lane* lane) {
  lane->part = lane->set.Slice(lane->taken, kPart);
  lane->taken += lane->part.size();
  lane->at = 0;
  if (lane->part.empty()) return false;
  lane->number = lane->records->Number(lane->part.front());
  return true;
}

}  // namespace orgreg::search
