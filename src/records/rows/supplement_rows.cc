// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/supplement_rows.h"

#include <utility>

#include "records/rows/journal.h"

namespace orgreg::records {

using store::RowState;

base::Result<SupplementRows> SupplementRows::Begin(store::Store* store, model::Kind kind) {
  auto writer = TRY(store->Write());
  TRY(writer->CheckClock());
  // No other writer is active, so this is the writer's initial state.
  auto before = TRY(store->Read());
  return SupplementRows(kind, std::move(writer), std::move(before));
}

SupplementRows::SupplementRows(model::Kind kind, std::unique_ptr<store::Writer> writer,
                               std::unique_ptr<store::Snapshot> before)
    : kind_(kind),
      writer_(std::move(writer)),
      before_(std::move(before)),
      is_bulk_(before_->Describe(kind).rows == 0) {}

std::string_view SupplementRows::Held::Body() const {
  return row && row->state == RowState::kLive ? std::string_view(row->body) : std::string_view();
}

base::Result<SupplementRows::Held> SupplementRows::Find(base::OrgNumber number) {
  const auto entity = TRY(writer_->Find(model::Kind::kEntity, number));
  auto row = TRY(writer_->Find(kind_, number));
  const auto is_removed = [](const std::optional<store::Row>& one) {
    return one && one->state == RowState::kRemoved;
  };
  const bool is_either = is_removed(entity) || is_removed(row);
  return Held{.number = number, .row = std::move(row), .is_removed = is_either};
}

base::Result<bool> SupplementRows::Put(const Held& held, std::string_view body) {
  const store::RowView after{.number = held.number,
                             .state = body.empty() ? RowState::kDeleted : RowState::kLive,
                             .body = body};
  if (!is_bulk_) return Journal(writer_.get()).Put(kind_, held.row, after);
  const auto put = TRY(writer_->Put(kind_, after));
  return put != store::PutOutcome::kUnchanged;
}

}  // namespace orgreg::records
