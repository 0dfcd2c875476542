// SPDX-License-Identifier: EUPL-1.2

// A write transaction as a Replica. Internal to store/; one thread at a time.

#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "store/checksum.h"
#include "store/open_options.h"
#include "store/postgresql/begin.h"
#include "store/postgresql/pending.h"
#include "store/replica.h"

namespace orgreg::store {

class PgReplica final : public Replica {
 public:
  PgReplica(PgBegun begun, const StoreOptions& options, std::string channel);

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

  PgLease lease_;
  Summary before_;
  Summary now_;  // as adopted so far
  std::optional<PgPending> pending_;
  const Durability durability_;
  const std::string channel_;
  CommitRecord last_;  // the last commit that was adopted; not sent yet
  bool is_cleared_ = false;
  PgWithdrawals withdrawn_;
  bool is_over_ = false;
  std::string buffer_;  // The unpacked body of the row that is adopted.
};

}  // namespace orgreg::store
