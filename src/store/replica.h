// SPDX-License-Identifier: EUPL-1.2

// How a store becomes, and stays, an exact copy of another one: the same rows, log lines, commits
// and checksums. A Step reads from a snapshot what has changed since an earlier commit, and a
// Replica takes it over in one transaction, which ends only if every sum is then that of the
// snapshot. So a replica has one state of its source after another, never a mixture, and
// overwritten rows of states between them cost nothing.
//
// A step has the rows first, then the lines of the log, then the records of commits, each in the
// order of the source. Notes (Writer::PutNote) are no part of it, and no sum covers them: who gives
// a step gives the notes that it needs besides.
//
// One thread at a time uses a Step or a Replica; neither outlives its snapshot or store. Errors are
// those of the store.

#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "store/checksum.h"
#include "store/store.h"

namespace orgreg::store {

// A row with what makes it exact. What the views point to lives as long as the visit.
struct ReplicaRow {
  model::Kind kind = model::Kind::kEntity;
  CommitId commit = {};                     // the one that wrote it
  RowView row = {};                         // without a body if it is packed
  std::string_view packed = {};             // the body as the store packs it (docs/store-format.md)
  std::vector<base::OrgNumber> named = {};  // Snapshot::References
};

struct StepVisitor {
  std::function<base::Status(const ReplicaRow&)> row;
  std::function<base::Status(const LineView&)> line;
  std::function<base::Status(const CommitRecord&)> commit;
};

class Step {
 public:
  Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  virtual ~Step() = default;

  // Visits the next rows, lines or commits, and looks at no more than `most` in the store; until
  // `visit` fails, whose error is then the result. False after the last.
  virtual base::Result<bool> Next(std::size_t most, const StepVisitor& visit) = 0;
};

class Replica {
 public:
  Replica() = default;
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;
  // Without Finish, nothing is stored.
  virtual ~Replica() = default;

  // The state from which the step must begin.
  virtual const Summary& before() const = 0;
  // Forgets everything, with the notes, so that the step begins from nothing. Readers see the old
  // state until Finish.
  virtual base::Status Clear() = 0;
  // kInvalid if something does not follow on what was adopted before.
  virtual base::Status Adopt(const ReplicaRow& row) = 0;
  virtual base::Status Adopt(const LineView& line) = 0;
  virtual base::Status Adopt(const CommitRecord& commit) = 0;
  // Takes a note over in the same transaction; at any moment.
  virtual base::Status Adopt(const Note& note) = 0;
  // kCorrupt unless everything is now as in `goal`, apart from Summary::wiped, which each file has
  // for itself. When this returns no error, the state survives a power cut.
  virtual base::Status Finish(const Summary& goal) = 0;
};

}  // namespace orgreg::store
