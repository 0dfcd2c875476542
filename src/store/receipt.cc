// SPDX-License-Identifier: EUPL-1.2

#include "store/receipt.h"

namespace orgreg::store {

CommitRecord RecordOf(const Summary& summary) {
  CommitRecord record;
  record.id = summary.position;
  record.time_ms = summary.time_ms;
  record.last_change = summary.last_change;
  for (const model::Kind kind : model::kKinds) {
    const Summary::OfTable& now = summary.Of(kind);
    record.Of(kind) = {.contents = {.rows = now.rows, .fingerprint = now.sum},
                       .is_unlogged = now.unlogged == summary.position};
  }
  return record;
}

Receipt ReceiptOf(const CommitRecord& record) {
  return {.commit = record.id,
          .last_change = record.last_change,
          .changes = record.changes,
          .digest = record.batch.digest};
}

}  // namespace orgreg::store
