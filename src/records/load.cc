// SPDX-License-Identifier: EUPL-1.2

// A bulk load puts each row at once. A diff sets changed rows aside (SetAside) and writes them at
// the end, with log lines, after it has found the records that are missing.

#include "records/load.h"

#include <algorithm>

#include "records/rows/journal.h"

namespace orgreg::records {

using store::PutOutcome;
using store::RowState;

base::Result<Load> Load::Begin(store::Store* store, const LoadOptions& options) {
  auto writer = TRY(store->Write());
  TRY(writer->CheckClock());
  // No other writer is active, so this is the writer's initial state.
  auto snapshot = TRY(store->Read());
  if (snapshot->Describe(options.kind).rows == 0) snapshot.reset();
  return Load(options, std::move(writer), std::move(snapshot));
}

void UnitRowMaker::Make(const model::Unit& unit, UnitRow* made) {
  made->row.number = unit.number;
  made->row.state = RowStateOf(unit.state);
  made->row.body.clear();
  made->fault = base::Status();
  if (const std::string member = MisplacedNumber(unit); !member.empty()) {
    made->fault = base::Error{base::Code::kInvalid, unit.number.ToString() + ": " + member + ": " +
                                                        std::string(kMisplacedNumber)};
    return;
  }
  auto written = rows_.Write(kind_, unit);
  if (written) {
    made->row.body = written->body;
  } else {
    made->fault = std::move(written).error();
  }
}

base::Status Load::Put(const UnitRow& unit) {
  if (is_diff()) present_.push_back(unit.row.number);
  has_live_ = has_live_ || unit.row.state == RowState::kLive;
  if (!unit.fault) return unit.fault;
  return PutRow({.number = unit.row.number, .state = unit.row.state, .body = unit.row.body});
}

base::Status Load::PutSupplement(base::OrgNumber number, std::string_view body) {
  const auto entity = TRY(writer_->Find(model::Kind::kEntity, number));
  if (entity && entity->state == RowState::kRemoved) {
    Count(PutOutcome::kKeptRemoved);
    return {};
  }
  const auto sub_entity = TRY(writer_->Find(model::Kind::kSubEntity, number));
  if (sub_entity) {
    return base::Error{base::Code::kInvalid,
                       number.ToString() + ": is a sub-entity, not an entity"};
  }
  has_live_ = true;
  // An empty body means the same as a missing record.
  if (body.empty()) return {};
  if (is_diff()) present_.push_back(number);
  return PutRow({.number = number, .state = RowState::kLive, .body = body});
}

base::Status Load::PutRow(const store::RowView& row) {
  const auto outcome = TRY(is_diff() ? SetAside(row) : writer_->Put(options_.kind, row));
  Count(outcome);
  const bool is_put = outcome == PutOutcome::kInserted || outcome == PutOutcome::kReplaced;
  if (!is_diff() && is_put) {
    base::Status set = references_.Set(options_.kind, row, writer_.get());
    if (!set) return set;
  }
  // Supplements that were loaded before the entities must not belong to a removed one.
  if (is_diff() || !model::IsUnit(options_.kind) || row.state != RowState::kRemoved) return {};
  return Journal(writer_.get()).FollowUnit(options_.kind, std::nullopt, row);
}

void Load::Count(PutOutcome outcome) {
  switch (outcome) {
    case PutOutcome::kInserted:
      ++counts_.added;
      break;
    case PutOutcome::kReplaced:
      ++counts_.replaced;
      break;
    case PutOutcome::kUnchanged:
      ++counts_.unchanged;
      break;
    case PutOutcome::kKeptRemoved:
      ++counts_.kept_removed;
      break;
  }
}

// An inventory of several files may have a record twice, and the last one counts, even if it equals
// the stored one. So nothing is decided yet.
base::Result<PutOutcome> Load::SetAside(const store::RowView& row) {
  const auto before = TRY(before_->Find(options_.kind, row.number));
  if (IsSame(options_.kind, before, row)) {
    spool_.Forget(row.number);
    return PutOutcome::kUnchanged;
  }
  const bool was_removed = before && before->state == RowState::kRemoved;
  if (was_removed && row.state != RowState::kRemoved) return PutOutcome::kKeptRemoved;
  const bool is_new = !before && !spool_.Has(row.number);
  TRY(spool_.Add(row));
  return is_new ? PutOutcome::kInserted : PutOutcome::kReplaced;
}

base::Result<LoadCounts> Load::Commit() {
  if (is_diff()) {
    TRY(WriteDiff());
  }
  TRY(writer_->Commit());
  return counts_;
}

base::Status Load::WriteDiff() {
  const auto missing = TRY(FindMissing());
  Journal journal(writer_.get());
  TRY(spool_.Settle());
  for (std::size_t at = 0; at < spool_.size(); ++at) {
    const auto row = TRY(spool_.Read(at));
    const auto before = TRY(before_->Find(options_.kind, row.number));
    TRY(journal.Put(options_.kind, before,
                    {.number = row.number, .state = row.state, .body = row.body}));
  }
  for (const base::OrgNumber number : missing) {
    const auto before = TRY(before_->Find(options_.kind, number));
    TRY(journal.Delete(options_.kind, *before, options_.today));
  }
  counts_.deleted = missing.size();
  return {};
}

// The live records that the inventory lacks and that must be deleted.
base::Result<Load::Numbers> Load::FindMissing() {
  // Files with only deleted and removed records are no inventory of live records.
  const bool is_retired_only = !has_live_ && !present_.empty();
  if (options_.adds_only || is_retired_only) return Numbers();
  std::ranges::sort(present_);
  Numbers missing;
  std::uint64_t live = 0;
  auto present = present_.begin();
  base::Status scanned =
      before_->Scan(options_.kind, [&](const store::RowView& row) -> base::Status {
        if (row.state != RowState::kLive) return {};
        ++live;
        while (present != present_.end() && *present < row.number) ++present;
        if (present == present_.end() || *present != row.number) missing.push_back(row.number);
        return {};
      });
  if (!scanned) return std::move(scanned).error();
  if (mentions_unknown_) {
    counts_.spared = missing.size();
    return Numbers();
  }
  if (!options_.may_shrink && missing.size() * 100 > live * LoadOptions::kMostMissingPercent) {
    return base::Error{base::Code::kLimit,
                       std::to_string(missing.size()) + " of " + std::to_string(live) +
                           " live records are missing in the inventory, more than " +
                           std::to_string(LoadOptions::kMostMissingPercent) +
                           " %, and a shrink was not allowed"};
  }
  return missing;
}

}  // namespace orgreg::records
