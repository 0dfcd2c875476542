// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite_connections/readers.h"

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/file_access.h"
#include "base/files/names.h"

namespace orgreg::store {
namespace {

bool HoldsBytes(const std::string& path) {
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failure);
  return !failure && bytes != 0;
}

}  // namespace

Readers::Readers(const std::string& path, const std::string& settings, int busy_timeout_ms)
    : path_(path),
      settings_(settings),
      may_make_files_(base::CheckFolderOf(path).ok()),
      pool_(path, SQLITE_OPEN_READONLY, settings, busy_timeout_ms) {}

base::Result<BorrowedConnection> Readers::Take() {
  const bool is_open_elsewhere = base::Exists(path_ + "-wal") && base::Exists(path_ + "-shm");
  if (!may_make_files_ && !is_open_elsewhere) return TakeUnchanging();
  auto taken = TRY(pool_.Take());
  return BorrowedConnection(&pool_, std::move(taken));
}

base::Result<BorrowedConnection> Readers::TakeUnchanging() const {
  if (HoldsBytes(path_ + "-wal")) {
    return base::Error{
        base::Code::kUnavailable,
        "its last commits are in the log next to it, which cannot be read from a folder that "
        "cannot be written; start and stop a server on it where it can, or serve a backup (orgreg "
        "backup)"}
        .At(path_);
  }
  auto opened = TRY(Connection::OpenUnchanging(path_));
  TRY(opened->Run(settings_));
  return BorrowedConnection(std::move(opened));
}

}  // namespace orgreg::store
