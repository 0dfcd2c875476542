// SPDX-License-Identifier: EUPL-1.2

// The store in one SQLite file, for a single machine. Layout: docs/store-format.md.
//
// A commit is synced to disk before it is acknowledged. After a failed sync the content of the disk
// is unknown, so the store refuses to write until it is opened again; a full disk is different and
// only fails the current transaction.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::store {

// Files next to the store, with its name and one of these endings. They must not meet another store
// of that name.
inline constexpr std::array<const char*, 3> kSideFiles = {"-wal", "-shm", "-position"};

// Keeps other processes out of the store whose file this is, until Unlock or until this process
// closes a descriptor of it. `file` is open for reading and writing. False if another process has
// the store open, and after an error of the system (errno).
bool LockAlone(int file);
bool Unlock(int file);

// A store that an import is about to create. Remembers what was at the path before the store is
// opened, so that an import that stores nothing leaves nothing behind. For one thread.
class NewStore {
 public:
  explicit NewStore(std::string path);

  // There was no file, or an empty one.
  bool is_new() const { return was_missing_ || was_blank_; }
  // Called after this process has closed the store. Deletes a store that is new and has no commit,
  // unless another process has it open.
  void Discard() const;

 private:
  std::string path_;
  bool was_missing_ = false;
  bool was_blank_ = false;
};

// Deletes the files that CopyTo left in the folder when its process was killed. Returns their
// number.
std::size_t SweepCopies(const std::string& folder);

base::Result<std::unique_ptr<Store>> OpenSqlite(const std::string& path, OpenMode mode,
                                                StoreOptions options = {});
// As store::CopyStore.
base::Status CopySqlite(const std::string& from, const std::string& to);

}  // namespace orgreg::store
