// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/lost_part.h"

#include <algorithm>
#include <iterator>

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using store::CommitId;
using store::Snapshot;

constexpr std::int64_t kLines = 100;  // Asked for at once.

Result<bool> HaveBoth(Snapshot* copy, Snapshot* store, CommitId commit) {
  const auto here = TRY(copy->Fingerprint(commit));
  const auto there = TRY(store->Fingerprint(commit));
  return here != 0 && here == there;
}

// They have all commits up to the last common one, and none after it.
Result<CommitId> LastCommon(Snapshot* copy, Snapshot* store) {
  std::int64_t common = store->summary().first_commit.value;
  std::int64_t other = std::min(copy->position(), store->position()).value + 1;
  while (other - common > 1) {
    const std::int64_t middle = common + (other - common) / 2;
    const bool have_both = TRY(HaveBoth(copy, store, CommitId{middle}));
    (have_both ? common : other) = middle;
  }
  return CommitId{common};
}

// Nothing if the log has no removal of the record, which a load may have brought.
Result<std::optional<std::int64_t>> LastRemovalMs(Snapshot* snapshot, model::Kind kind,
                                                  base::OrgNumber number) {
  store::ChangeQuery query = {
      .kind = kind, .numbers = {number}, .descending = true, .count = kLines};
  while (true) {
    const auto page = TRY(snapshot->ReadChanges(query));
    for (const store::Change& change : page.changes) {
      if (change.type == store::ChangeType::kRemoval) return std::optional(change.time_ms);
    }
    query.first += kLines;
    if (query.first >= page.total) return std::optional<std::int64_t>();
  }
}

Result<bool> IsMissed(Snapshot* copy, Snapshot* store, model::Kind kind, base::OrgNumber number) {
  const auto row = TRY(store->Find(kind, number));
  const auto& found = row;
  if (found && found->state == store::RowState::kRemoved) return false;
  const auto here = TRY(LastRemovalMs(copy, kind, number));
  const auto there = TRY(LastRemovalMs(store, kind, number));
  return !here || !there || *there < *here;
}

// Leaves what the store lacks.
Status KeepMissed(Snapshot* copy, Snapshot* store, LostPart* lost) {
  for (const model::Kind kind : model::kUnitKinds) {
    auto& removed = lost->ledger.removed[static_cast<std::size_t>(kind)];
    for (auto at = removed.begin(); at != removed.end();) {
      const bool is_missed = TRY(IsMissed(copy, store, kind, at->first));
      at = is_missed ? std::next(at) : removed.erase(at);
    }
    lost->removals += removed.size();
  }
  return {};
}

}  // namespace

Result<std::optional<LostPart>> FindLostPart(Snapshot* copy, Snapshot* store) {
  const bool is_part = TRY(HaveBoth(copy, store, copy->position()));
  if (is_part || copy->position() == CommitId{}) return std::optional<LostPart>();
  if (!TRY(HaveBoth(copy, store, store->summary().first_commit)))
    return Error{Code::kInvalid, "is of another register"};
  LostPart lost = {.common = TRY(LastCommon(copy, store)), .last = copy->position()};
  TRY(ReadRemovals(copy, &lost.ledger));
  lost.updates = static_cast<std::uint64_t>(
      std::max(copy->last_change() - store->last_change(), std::int64_t{0}));
  TRY(KeepMissed(copy, store, &lost));
  return std::optional(std::move(lost));
}

Result<std::vector<std::string>> LostBatches(Snapshot* copy, Snapshot* store) {
  const auto here = TRY(copy->BatchIds(""));
  const auto there = TRY(store->BatchIds(""));
  std::vector<std::string> lost;
  std::ranges::set_difference(here, there, std::back_inserter(lost));
  return lost;
}

}  // namespace orgreg::app
