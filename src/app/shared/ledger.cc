// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/ledger.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "records/register.h"
#include "records/rows/stored_row.h"
#include "store/open/open.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// If the ids given after a backup are unknown, more are skipped than a register gives between two
// backups: three years of 8,000 updates a day.
constexpr std::int64_t kUnknownChanges = 10'000'000;

// The changes that the ledger requires of a store: removals of shown records, and of records that
// it never had.
struct Removals {
  records::Batch batch = {};
  std::array<std::vector<model::Unit>, model::kKindCount> absent = {};
  std::uint64_t count = 0;
};

Result<Removals> FindRemovals(store::Store* store, const Ledger& ledger) {
  const auto snapshot = TRY(store->Read());
  Removals removals;
  for (const model::Kind kind : model::kUnitKinds) {
    const auto at = static_cast<std::size_t>(kind);
    for (const auto& [number, day] : ledger.removed[at]) {
      const auto row = TRY(snapshot->Find(kind, number));
      const auto& found = row;
      if (found && found->state == store::RowState::kRemoved) continue;
      ++removals.count;
      if (found) {
        removals.batch.operations.push_back(
            {.action = records::Action::kRemove, .kind = kind, .number = number, .day = day});
      } else {
        removals.absent[at].push_back(
            {.state = model::State::kRemoved, .number = number, .deleted_on = day});
      }
    }
  }
  return removals;
}

// No batch removes a record that does not exist; without these rows, an older inventory would bring
// it back.
Status AddRemoved(records::Register* target, model::Kind kind,
                  const std::vector<model::Unit>& removed) {
  if (removed.empty()) return {};
  auto load = TRY(target->BeginLoad({.kind = kind, .adds_only = true}));
  for (const model::Unit& unit : removed) {
    TRY(load.Put(unit));
  }
  TRY(load.Commit());
  return {};
}

}  // namespace

Status ReadLedger(const store::StoreAddress& address, Ledger* ledger) {
  const auto store =
      TRY(store::OpenStore(address, store::OpenMode::kReadOnly, {.accepts_set_back = true}));
  const auto snapshot = TRY(store->Read());
  return ReadRemovals(snapshot.get(), ledger);
}

Status ReadRemovals(store::Snapshot* snapshot, Ledger* ledger) {
  const std::int64_t last_change = snapshot->last_change();
  ledger->last_change = std::max(ledger->last_change, last_change);
  records::RowReader reader;
  model::Unit unit;
  Status result;
  for (const model::Kind kind : model::kUnitKinds) {
    auto& days = ledger->removed[static_cast<std::size_t>(kind)];
    Status scanned = snapshot->Scan(kind, [&](const store::RowView& row) -> Status {
      if (row.state != store::RowState::kRemoved) return {};
      TRY(reader.Read(kind, row, &unit));
      if (!unit.deleted_on) {
        return Error{Code::kCorrupt, row.number.ToString() + " is removed, but has no day"};
      }
      days.emplace(row.number, *unit.deleted_on);
      return {};
    });
    if (!scanned) result = std::move(scanned);
  }
  return result;
}

Result<std::uint64_t> RemoveAgain(store::Store* store, const Ledger& ledger) {
  const auto removals = TRY(FindRemovals(store, ledger));
  const Removals& wanted = removals;
  if (wanted.count == 0) return std::uint64_t{0};
  records::Register target(store);
  if (!wanted.batch.operations.empty()) {
    const auto applied = TRY(target.Apply(wanted.batch));
    if (applied.state != records::BatchOutcome::State::kDone) {
      return Error{Code::kInvalid,
                   std::string("the removals cannot be repeated: ")
                       .append(records::WordsOf(applied.refusals.front().objection))};
    }
  }
  for (const model::Kind kind : model::kUnitKinds) {
    Status added = AddRemoved(&target, kind, wanted.absent[static_cast<std::size_t>(kind)]);
    if (!added) return std::move(added).error();
  }
  // The backup's bytes of these records go too; in a database, later if somebody still reads them.
  const Status wiped = target.Wipe();
  if (!wiped && wiped.error().code != Code::kUnavailable) return wiped.error();
  return wanted.count;
}

Result<std::int64_t> SkipGivenIds(store::Store* store, const Ledger& ledger) {
  std::int64_t last_change = 0;
  {
    const auto snapshot = TRY(store->Read());
    last_change = snapshot->last_change();
  }
  const std::int64_t skip_to = ledger.knows_last_change
                                   ? ledger.last_change
                                   : std::max(ledger.last_change, last_change) + kUnknownChanges;
  if (skip_to <= last_change) return std::int64_t{0};
  TRY(records::Register(store).SkipTo(skip_to));
  return skip_to;
}

}  // namespace orgreg::app
