// A write transaction as a Writer. Internal to store/; one thread at a time.

#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_pool.h"
#include "store/store.h"

namespace orgreg::store {

// What the writers of one store know of its files, from one transaction to the next.
struct FileState {
  std::atomic<bool> sync_failed = false;    // the disk can no longer be trusted with a commit
  std::atomic<bool> must_truncate = false;  // the log still holds what was withdrawn
};

class SqliteWriter final : public Writer {
 public:
  // `lease` is in a write transaction in which `before` was read.
  SqliteWriter(Lease lease, const Summary& before, FileState* files);

  base::Result<PutOutcome> Put(Table table, const RowView& row) override;
  base::Result<CommitId> Commit() override;

 private:
  base::Error Over() const;
  base::Result<PutOutcome> TryPut(Table table, const RowView& row);
  base::Result<PutOutcome> Compare(Table table, const RowView& row, std::uint64_t* old_checksum);
  base::Status Execute(std::string_view sql, const RowView& row, std::uint64_t checksum);
  void TendLog();

  Lease lease_;
  Summary summary_;  // as it will be after the commit
  FileState* files_;
  bool is_over_ = false;
  bool has_removed_ = false;  // something that was there is withdrawn
};

}  // namespace orgreg::store
