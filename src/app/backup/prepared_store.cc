// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/prepared_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "app/backup/returning.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/system_error.h"
#include "store/open/open.h"
#include "store/sqlite/store.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Status;

std::string RealPath(const std::string& store) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::weakly_canonical(store, ignored);
  return real.empty() ? store : real.string();
}

std::string PreparedPath(const std::string& path) { return path + ".restoring"; }

// SQLite's files next to it must not meet another store of that name.
void DiscardStore(const std::string& path) {
  for (const char* ending : store::kSideFiles) unlink((path + ending).c_str());
  unlink(path.c_str());
}

// Opening and closing does it.
void TidyLog(const std::string& path) {
  static_cast<void>(store::OpenStore({.file = path}, store::OpenMode::kReadWriteCreate));
}

Status LockFolder(const base::Descriptor& folder, const std::string& path) {
  if (!folder.is_open()) return base::IoError(path, errno);
  if (flock(folder.number(), LOCK_EX | LOCK_NB) == 0) return {};
  return Error{Code::kUnavailable, "another restore is running in this folder"}.At(path);
}

void SweepRestored(const Place& place) {
  const std::string path = RealPath(place.PathOf(PlacePart::kStore));
  const std::string prepared = PreparedPath(path);
  const std::string counts = PreparedCounts(place.PathOf(PlacePart::kUsage));
  if (!base::Exists(prepared) && !base::Exists(counts)) return;
  const base::Descriptor folder =
      base::OpenDescriptor(base::FolderOf(path), O_RDONLY | O_DIRECTORY);
  // The restore that makes them holds the lock.
  if (!LockFolder(folder, path)) return;
  DiscardStore(prepared);
  DiscardStore(counts);
}

}  // namespace orgreg::app
