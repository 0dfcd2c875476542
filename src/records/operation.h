// What an authority does to one unit, as a value, and a batch of such. An operation is
// whole and right in itself; whether the register as it is allows it is found out when the
// batch is applied (register.h). Plain data.

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
  kUpsert,     // the record is so from now on, new or not; it is live
  kDelete,     // struck off: what is left is shown, with the day
  kRemove,     // withdrawn from publication: nothing but number and day is kept
  kReinstate,  // a removed record is public again, as given, live or deleted
};

// Why the register does not allow an operation, or the time of a batch.
enum class Objection : std::uint8_t {
  kNone,
  kIsSubEntity,
  kIsEntity,
  kIsRemoved,
  kIsToBeReinstated,
  kIsNotRemoved,
  kIsUnknown,
  kHasNone,   // of the kind
  kIsBefore,  // the last update
  kIsInFuture,
};
// What is said of the operation's organisation number, or of the time. The name of the kind and the
// last update follow.
std::string_view WordsOf(Objection objection);

struct Operation {
  Action action = Action::kUpsert;
  model::Kind kind = model::Kind::kEntity;
  base::OrgNumber number = {};
  base::Date day = {};  // Of deletion or removal: for kDelete and kRemove.
  // The row to be, for kUpsert and kReinstate.
  store::RowState state = store::RowState::kLive;
  std::string body = {};
};

// All of it or nothing, in this order.
struct Batch {
  std::string id = {};       // Empty: none, so that a second time is not recognised.
  std::uint64_t digest = 0;  // Of the content, to tell a repeated batch from a reused id.
  // When the changes were made, if earlier than now; the updates then have this time.
  std::optional<base::Timestamp> time = {};
  std::vector<Operation> operations = {};
};

// Makes the operations that bring a record. One thread.
class OperationMaker {
 public:
  // Why the record cannot stand for `action`, which is kUpsert or kReinstate.
  static std::optional<Problem> ProblemOf(Action action, model::Kind kind, const model::Unit& unit);
  // kInvalid where there is such a problem.
  base::Result<Operation> Make(Action action, model::Kind kind, const model::Unit& unit);
  // Of what supplements an entity, as it is stored, or empty; always kUpsert.
  static Operation MakeSupplement(model::Kind kind, base::OrgNumber number, std::string body);

 private:
  RowWriter rows_;
};

}  // namespace orgreg::records
