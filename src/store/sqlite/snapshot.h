// SPDX-License-Identifier: EUPL-1.2

// A read transaction as a Snapshot. Internal to store/; one thread at a time.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/replica.h"
#include "store/sqlite_connections/pool.h"
#include "store/store.h"

namespace orgreg::store {

class SqliteSnapshot final : public Snapshot {
 public:
  // `lease` is in a read transaction in which `summary` was read.
  SqliteSnapshot(BorrowedConnection lease, const Summary& summary);

  CommitId position() const override { return summary_.position; }
  CommitId withdrawn() const override { return summary_.withdrawn; }
  base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) override;
  base::Status Scan(model::Kind kind,
                    const std::function<base::Status(const RowView&)>& visit) override;
  base::Status ScanAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                         const std::function<base::Status(const RowView&)>& visit) override;
  base::Result<std::vector<base::OrgNumber>> References(model::Kind kind,
                                                        base::OrgNumber number) override;
  base::Result<std::uint64_t> Fingerprint(CommitId commit) override;
  base::Result<std::vector<std::string>> BatchIds(const std::string& prefix) override;
  base::Result<std::optional<std::string>> FindNote(const std::string& key) override;
  base::Result<std::vector<Note>> Notes() override;
  Contents Describe(model::Kind kind) const override {
    return {.rows = summary_.Of(kind).rows, .fingerprint = summary_.Of(kind).sum};
  }
  std::int64_t last_change() const override { return summary_.last_change; }
  base::Result<std::optional<std::vector<base::OrgNumber>>> ChangedSince(
      model::Kind kind, CommitId commit, const Contents& then) override;
  base::Result<ChangePage> ReadChanges(const ChangeQuery& query) override;
  base::Result<std::optional<std::int64_t>> LastLoad(model::Kind kind) override;
  const Summary& summary() const override { return summary_; }
  std::unique_ptr<Step> StepSince(CommitId since) override;

  // The same as Store::Check and Store::CopyTo, for this state.
  base::Status Check();
  base::Status CopyTo(const std::string& path);

 private:
  BorrowedConnection lease_;
  const Summary summary_;
};

}  // namespace orgreg::store
