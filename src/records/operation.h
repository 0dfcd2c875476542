// SPDX-License-Identifier: EUPL-1.2

// An operation of an authority on one unit, as a value, and a batch of operations. An operation is
// complete and valid by itself; whether the register allows it is decided when the batch is applied
// (register.h). Plain data.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/date.h"
#include "base/values/org_number.h"
#include "base/values/timestamp.h"
#include "model/unit.h"
#include "records/readers/problem.h"
#include "records/rows/stored_row.h"
#include "store/store.h"

namespace orgreg::records {

enum class Action : std::uint8_t {
  kUpsert,     // the record becomes as given, new or not; it is live
  kDelete,     // struck off: the rest of it is shown, with the day
  kRemove,     // withdrawn from publication: only number and day are kept
  kReinstate,  // a removed record becomes public again, as given, live or deleted
};

// The objection of the register to an operation, or to the time of a batch.
enum class Objection : std::uint8_t {
  kNone,
  kIsSubEntity,
  kIsEntity,
  kIsRemoved,
  kIsToBeReinstated,
  kIsNotRemoved,
  kIsUnknown,
  kHasNone,   // of the kind
  kIsBefore,  // before the last update
  kIsInFuture,
};
// The words about the operation's organisation number, or about the time. The name of the kind and
// the last update follow them.
std::string_view WordsOf(Objection objection);

struct Operation {
  Action action = Action::kUpsert;
  model::Kind kind = model::Kind::kEntity;
  base::OrgNumber number = {};
  base::Date day = {};  // The day of deletion or removal: for kDelete and kRemove.
  // The new row, for kUpsert and kReinstate.
  store::RowState state = store::RowState::kLive;
  std::string body = {};
};

// A batch is applied as a whole or not at all, in this order.
struct Batch {
  std::string id = {};       // Empty: a repetition is not recognised.
  std::uint64_t digest = 0;  // Of the content; tells repetition from reuse of an id.
  // The time of the changes if they were made earlier than now; the updates get this time.
  std::optional<base::Timestamp> time = {};
  std::vector<Operation> operations = {};
};

// Makes the operations that carry a record. One thread.
class OperationMaker {
 public:
  // Why the record is invalid for `action`, which is kUpsert or kReinstate.
  static std::optional<Problem> ProblemOf(Action action, model::Kind kind, const model::Unit& unit);
  // kInvalid if there is such a problem.
  base::Result<Operation> Make(Action action, model::Kind kind, const model::Unit& unit);
  // For a supplement with its stored body, which may be empty; always kUpsert.
  static Operation MakeSupplement(model::Kind kind, base::OrgNumber number, std::string body);

 private:
  RowWriter rows_;
};

}  // namespace orgreg::records
