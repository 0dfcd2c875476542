// SPDX-License-Identifier: EUPL-1.2

// Decides whether the register, as a transaction sees it, allows the operations of a batch, each
// after the ones before it. It only reads, so that a whole batch is checked before anything is
// written. One thread.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "base/result.h"
#include "records/operation.h"
#include "store/store.h"

namespace orgreg::records {

class BatchCheck {
 public:
  // The writer outlives the check.
  explicit BatchCheck(store::Writer* writer) : writer_(writer) {}

  // The objection to the operation. If there is none, the next check sees the operation as done.
  base::Result<Objection> Check(const Operation& operation);

 private:
  using State = std::optional<store::RowState>;  // Nothing: the number is not registered.

  base::Result<Objection> CheckUnit(const Operation& operation);
  base::Result<Objection> CheckSupplement(const Operation& operation);
  base::Result<State> StateOf(model::Kind kind, base::OrgNumber number);

  store::Writer* writer_;
  // The states of the numbers in the batch after the operations so far.
  std::unordered_map<std::uint64_t, State> states_;
};

}  // namespace orgreg::records
