// A read transaction as a Snapshot. Internal to store/; one thread at a time.

#pragma once

#include <functional>
#include <optional>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_pool.h"
#include "store/store.h"

namespace orgreg::store {

class SqliteSnapshot final : public Snapshot {
 public:
  // `lease` is in a read transaction in which `summary` was read.
  SqliteSnapshot(Lease lease, const Summary& summary);

  CommitId position() const override { return summary_.position; }
  base::Result<std::optional<Row>> Find(Table table, base::OrgNumber number) override;
  base::Status Scan(Table table, const std::function<base::Status(const RowView&)>& visit) override;
  Contents Describe(Table table) const override {
    return {.rows = summary_.Of(table).rows, .fingerprint = summary_.Of(table).sum};
  }

  // As Store::Check, on this state.
  base::Status Check();

 private:
  base::Status CheckPages();
  base::Status Compare(Table table, const Summary::OfTable& found) const;

  Lease lease_;
  const Summary summary_;
};

}  // namespace orgreg::store
