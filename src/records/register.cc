// SPDX-License-Identifier: EUPL-1.2

// Apply checks a whole batch before it writes any of it; the functions of View read the records of
// one snapshot.

#include "records/register.h"

#include <algorithm>
#include <vector>

#include "records/batch_check.h"
#include "records/rows/journal.h"

namespace orgreg::records {
namespace {

base::Status Check(const Batch& batch, store::Writer* writer, BatchOutcome* outcome) {
  BatchCheck check(writer);
  for (std::size_t at = 0; at < batch.operations.size(); ++at) {
    const auto objection = TRY(check.Check(batch.operations[at]));
    if (objection == Objection::kNone) continue;
    outcome->state = BatchOutcome::State::kRefused;
    if (++outcome->refused <= BatchOutcome::kMostRefusals) {
      outcome->refusals.push_back({.operation = at, .objection = objection});
    }
  }
  return {};
}

// The log must not go back in time, and a follower must not see updates from the future.
base::Status CheckTime(const Batch& batch, store::Writer* writer, BatchOutcome* outcome) {
  if (!batch.time) return {};
  const auto times = TRY(writer->LogTimes());
  if (batch.time->milliseconds() < times.first_ms) {
    outcome->time_objection = Objection::kIsBefore;
    outcome->last_update = base::Timestamp::FromMilliseconds(times.first_ms);
  } else if (batch.time->milliseconds() > times.last_ms) {
    outcome->time_objection = Objection::kIsInFuture;
  }
  if (outcome->time_objection != Objection::kNone) outcome->state = BatchOutcome::State::kRefused;
  return {};
}

base::Status Expect(const Batch& batch, store::Writer* writer) {
  std::vector<base::OrgNumber> numbers;
  numbers.reserve(batch.operations.size());
  for (const Operation& operation : batch.operations) numbers.push_back(operation.number);
  std::ranges::sort(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
  return writer->Expect(numbers);
}

// Applies an allowed operation.
base::Status Do(const Operation& operation, store::Writer* writer, Journal* journal) {
  const auto before = TRY(writer->Find(operation.kind, operation.number));
  TRY([&]() -> base::Result<bool> {
    switch (operation.action) {
      case Action::kDelete:
        return journal->Delete(operation.kind, *before, operation.day);
      case Action::kRemove:
        return journal->Remove(operation.kind, *before, operation.day);
      case Action::kUpsert:
      case Action::kReinstate:
        break;
    }
    return journal->Put(
        operation.kind, before,
        {.number = operation.number, .state = operation.state, .body = operation.body});
  }());
  return {};
}

// Applies an allowed batch.
base::Status Write(const Batch& batch, store::Writer* writer) {
  if (batch.time) {
    base::Status set = writer->SetLogTime(batch.time->milliseconds());
    if (!set) return set;
  }
  Journal journal(writer);
  for (const Operation& operation : batch.operations) {
    TRY(Do(operation, writer, &journal));
  }
  return {};
}

}  // namespace

base::Result<BatchOutcome> Register::Apply(const Batch& batch) {
  auto writer = TRY(store_->Write());
  BatchOutcome outcome;
  if (!batch.id.empty()) {
    const auto earlier = TRY(writer->FindBatch(batch.id));
    if (earlier) {
      const bool is_same = earlier->digest == batch.digest;
      outcome.state = is_same ? BatchOutcome::State::kRepeated : BatchOutcome::State::kIdTaken;
      outcome.receipt = *earlier;
      return outcome;
    }
  }
  // A wrong clock is not a fault of the batch.
  TRY(writer->CheckClock());
  // The whole batch is checked before any of it is written.
  TRY(CheckTime(batch, writer.get(), &outcome));
  TRY(Expect(batch, writer.get()));
  TRY(Check(batch, writer.get(), &outcome));
  if (outcome.state == BatchOutcome::State::kRefused) return outcome;
  TRY(Write(batch, writer.get()));
  const auto receipt = TRY(writer->Commit({.id = batch.id, .digest = batch.digest}));
  outcome.receipt = receipt;
  return outcome;
}

base::Status Register::SkipTo(std::int64_t change) {
  const auto writer = TRY(store_->Write());
  TRY(writer->SkipTo(change));
  TRY(writer->Commit());
  return {};
}

base::Result<View> Register::Read() const {
  auto snapshot = TRY(store_->Read());
  return View(std::move(snapshot));
}

store::Contents View::Describe(model::Kind kind) const { return snapshot_->Describe(kind); }

base::Status View::Scan(model::Kind kind, const UnitVisit& visit) {
  return ScanUnits(kind, snapshot_.get(), visit);
}

base::Result<std::optional<std::vector<base::OrgNumber>>> View::ChangedSince(
    model::Kind kind, store::CommitId commit, const store::Contents& then) {
  return snapshot_->ChangedSince(kind, commit, then);
}

base::Result<std::optional<ImportNote>> View::LastImport(const std::string& key) {
  const auto text = TRY(snapshot_->FindNote(key));
  return text ? ImportNote::Parse(*text) : std::nullopt;
}

base::Status View::Visit(model::Kind kind, std::span<const base::OrgNumber> numbers,
                         const UnitVisit& visit) {
  return VisitRows(kind, numbers, [&](const store::RowView& row) -> base::Status {
    TRY(reader_.Read(kind, row, &unit_));
    return visit(unit_);
  });
}

base::Status View::ScanRows(model::Kind kind,
                            const std::function<base::Status(const store::RowView&)>& visit) {
  return snapshot_->Scan(kind, visit);
}

base::Status View::VisitRows(model::Kind kind, std::span<const base::OrgNumber> numbers,
                             const std::function<base::Status(const store::RowView&)>& visit) {
  for (const base::OrgNumber number : numbers) {
    const auto row = TRY(snapshot_->Find(kind, number));
    if (!row) {
      return base::Error{base::Code::kCorrupt, number.ToString() + ": changed, but is not there"};
    }
    const store::RowView found{.number = number, .state = row->state, .body = row->body};
    TRY(visit(found));
  }
  return {};
}

base::Status View::ScanRowsAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                                 const std::function<base::Status(const store::RowView&)>& visit) {
  return snapshot_->ScanAfter(kind, after, most, visit);
}

base::Result<bool> View::IsRemoved(base::OrgNumber number) {
  for (const model::Kind kind : model::kUnitKinds) {
    const auto row = TRY(snapshot_->Find(kind, number));
    if (row && row->state == store::RowState::kRemoved) return true;
  }
  return false;
}

base::Result<std::vector<base::OrgNumber>> View::References(model::Kind kind,
                                                            base::OrgNumber number) {
  return snapshot_->References(kind, number);
}

base::Result<std::optional<store::Row>> View::FindRow(model::Kind kind, base::OrgNumber number) {
  return snapshot_->Find(kind, number);
}

}  // namespace orgreg::records
