// SPDX-License-Identifier: EUPL-1.2

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
  store::ChangeQuery changes{.kind = query.kind,
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

// Both ends are exclusive (reference, Role events).
store::ChangeQuery InStore(const model::RoleUpdateQuery& query, std::int64_t last_id) {
  store::ChangeQuery changes{.kind = model::Kind::kRoles,
                             .from_id = query.after_id + 1,
                             .to_id = last_id,
                             .numbers = query.numbers,
                             .count = query.size};
  if (query.after) changes.from_time_ms = query.after->milliseconds() + 1;
  return changes;
}

model::Update UpdateOf(store::Change change) {
  return {.id = change.id,
          .time = base::Timestamp::FromMilliseconds(change.time_ms),
          .number = change.number,
          .type = TypeOf(change.type),
          .patch = std::move(change.forward)};
}

model::PastChange PastChangeOf(store::Change change) {
  return {.id = change.id,
          .time = base::Timestamp::FromMilliseconds(change.time_ms),
          .type = TypeOf(change.type),
          .forward = std::move(change.forward),
          .backward = std::move(change.backward)};
}

// A record that the log does not show as new, or that was something before, came with a load.
bool BeginsWithLoad(const model::RecordHistory& history) {
  if (history.total > static_cast<std::int64_t>(history.changes.size())) return false;
  if (history.changes.empty()) return true;
  const model::PastChange& first = history.changes.back();
  return first.type != model::UpdateType::kNew || !first.backward.empty();
}

}  // namespace

base::Result<model::UpdatePage> Feed::Read(const model::UpdateQuery& query,
                                           std::int64_t last_id) const {
  // Followers of the feed mostly ask for updates that do not exist yet.
  if (query.from_id > last_id) return model::UpdatePage{};
  auto snapshot = TRY(store_->Read());
  auto changes = TRY(snapshot->ReadChanges(InStore(query, last_id)));
  model::UpdatePage page{.total = changes.total};
  page.updates.reserve(changes.changes.size());
  for (store::Change& change : changes.changes) page.updates.push_back(UpdateOf(std::move(change)));
  return page;
}

base::Result<std::vector<model::Update>> Feed::ReadRoles(const model::RoleUpdateQuery& query,
                                                         std::int64_t last_id) const {
  if (query.after_id >= last_id) return std::vector<model::Update>();
  auto snapshot = TRY(store_->Read());
  auto changes = TRY(snapshot->ReadChanges(InStore(query, last_id)));
  std::vector<model::Update> updates;
  updates.reserve(changes.changes.size());
  for (store::Change& change : changes.changes) updates.push_back(UpdateOf(std::move(change)));
  return updates;
}

base::Result<model::RecordHistory> Feed::ReadHistory(model::Kind kind, base::OrgNumber number,
                                                     std::int64_t most,
                                                     std::int64_t last_id) const {
  auto snapshot = TRY(store_->Read());
  auto changes = TRY(snapshot->ReadChanges({.kind = kind,
                                            .to_id = last_id,
                                            .numbers = {number},
                                            .descending = true,
                                            .count = most,
                                            .with_patches = true,
                                            .with_backward = true}));
  model::RecordHistory history{.total = changes.total};
  history.changes.reserve(changes.changes.size());
  for (store::Change& change : changes.changes)
    history.changes.push_back(PastChangeOf(std::move(change)));
  if (!BeginsWithLoad(history)) return history;
  const auto loaded = TRY(snapshot->LastLoad(kind));
  if (loaded) history.loaded = base::Timestamp::FromMilliseconds(*loaded);
  return history;
}

}  // namespace orgreg::records
