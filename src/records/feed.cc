#include "records/feed.h"

#include <utility>

namespace orgreg::records {
namespace {

model::UpdateType TypeOf(store::ChangeType type) {
  switch (type) {
    case store::ChangeType::kUnknown:
      return model::UpdateType::kUnknown;
    case store::ChangeType::kNew:
      return model::UpdateType::kNew;
    case store::ChangeType::kChange:
      return model::UpdateType::kChange;
    case store::ChangeType::kDeletion:
      return model::UpdateType::kDeletion;
    case store::ChangeType::kRemoval:
      return model::UpdateType::kRemoval;
  }
  return model::UpdateType::kUnknown;
}

store::ChangeQuery InStore(const model::UpdateQuery& query, std::int64_t last_id) {
  store::ChangeQuery changes{.table = query.kind == model::Kind::kEntity ? store::Table::kEntity
                                                                         : store::Table::kSubEntity,
                             .from_id = query.from_id,
                             .to_id = last_id,
                             .numbers = query.numbers,
                             .descending = query.descending,
                             .first = query.first,
                             .count = query.count,
                             .with_patches = query.with_changes};
  if (query.from) changes.from_time_ms = query.from->milliseconds();
  if (query.to) changes.to_time_ms = query.to->milliseconds();
  return changes;
}

}  // namespace

base::Result<model::UpdatePage> Feed::Read(const model::UpdateQuery& query,
                                           std::int64_t last_id) const {
  // Whoever follows the feed asks mostly for what is not there yet.
  if (query.from_id > last_id) return model::UpdatePage{};
  auto snapshot = store_->Read();
  if (!snapshot) return std::move(snapshot).error();
  auto changes = (*snapshot)->ReadChanges(InStore(query, last_id));
  if (!changes) return std::move(changes).error();
  model::UpdatePage page{.total = changes->total};
  page.updates.reserve(changes->changes.size());
  for (store::Change& change : changes->changes) {
    page.updates.push_back({.id = change.id,
                            .time = base::Timestamp::FromMilliseconds(change.time_ms),
                            .number = change.number,
                            .type = TypeOf(change.type),
                            .patch = std::move(change.forward)});
  }
  return page;
}

}  // namespace orgreg::records
