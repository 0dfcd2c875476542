// SPDX-License-Identifier: EUPL-1.2

// A write transaction as a Replica. Internal to store/; one thread at a time.

#pragma once

#include <string>

#include "base/result.h"
#include "store/checksum.h"
#include "store/replica.h"
#include "store/sqlite/commit.h"
#include "store/sqlite_connections/pool.h"

namespace orgreg::store {

class SqliteReplica final : public Replica {
 public:
  // `lease` is in a write transaction in which `before` was read.
  SqliteReplica(BorrowedConnection lease, const Summary& before, FileState* files)
      : lease_(std::move(lease)), before_(before), now_(before), files_(files) {}

  const Summary& before() const override { return before_; }
  base::Status Clear() override;
  base::Status Adopt(const ReplicaRow& row) override;
  base::Status Adopt(const LineView& line) override;
  base::Status Adopt(const CommitRecord& commit) override;
  base::Status Adopt(const Note& note) override;
  base::Status Finish(const Summary& goal) override;

 private:
  // Makes the call unless one has failed before.
  template <typename Call>
  base::Status Do(const Call& call);

  base::Status TryClear();
  base::Status TryAdopt(const ReplicaRow& row);
  base::Status TryAdopt(const LineView& view);
  base::Status TryAdopt(const CommitRecord& commit);
  base::Status TryFinish(const Summary& goal);
  base::Status Compare(const Summary& goal) const;
  base::Error Unfit(const std::string& what) const;

  BorrowedConnection lease_;
  Summary before_;
  Summary now_;  // as adopted so far
  FileState* files_;
  CommitRecord last_;  // the last commit that was adopted
  bool is_cleared_ = false;
  bool has_withdrawn_ = false;
  bool is_over_ = false;
  std::string buffer_;  // The body of the row that is adopted, packed or unpacked.
};

}  // namespace orgreg::store
