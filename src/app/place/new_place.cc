// SPDX-License-Identifier: EUPL-1.2

#include "app/place/new_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "app/place/layout_file.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

using base::Descriptor;
using base::Result;
using base::Status;

constexpr mode_t kFolderMode = 0700;
// Others hold the lock for a moment, except for a restore, which keeps out writers by other means.
constexpr int kLockTries = 200;
constexpr std::chrono::milliseconds kLockPause(5);
// As many processes discard the folder one after the other.
constexpr int kMakeTries = 100;

bool IsNew(const FolderLayout& layout) {
  return layout.state == FolderState::kMissing || layout.state == FolderState::kEmpty;
}

// Makes the folder itself, if it may become one of a register.
Status Begin(const Place& place) {
  const auto layout = TRY(ReadLayout(place.path()));
  if (!IsNew(layout)) return {};
  TRY(CheckNotBefore(place.path()));
  return MakeFolder(place.path());
}

Status Fill(const Place& place) {
  const auto layout = TRY(ReadLayout(place.path()));
  if (IsNew(layout)) {
    TRY(base::CheckFolderOf(place.PathOf(PlacePart::kStore)));
    TRY(FinishLayout(place.path()));
  }
  TRY(place.Check());
  for (const std::string& folder : FoldersIn(place)) {
    TRY(MakeFolder(folder));
  }
  return {};
}

// False if others keep the lock, or the file system has none.
bool Lock(const Descriptor& folder, int operation) {
  if (!folder.is_open()) return false;
  for (int tries = 1;; ++tries) {
    if (flock(folder.number(), operation | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK || tries == kLockTries) return false;
    std::this_thread::sleep_for(kLockPause);
  }
}

bool IsStillAt(const Descriptor& folder, const std::string& path) {
  struct stat open = {};
  struct stat there = {};
  return fstat(folder.number(), &open) == 0 && stat(path.c_str(), &there) == 0 &&
         open.st_dev == there.st_dev && open.st_ino == there.st_ino;
}

Descriptor OpenFolder(const std::string& path) {
  return base::OpenDescriptor(path, O_RDONLY | O_DIRECTORY);
}

}  // namespace

std::array<std::string, 3> FoldersIn(const Place& place) {
  return {place.PathOf(PlacePart::kSegments), base::FolderOf(place.PathOf(PlacePart::kUsageSecret)),
          base::FolderOf(place.PathOf(PlacePart::kAuditLog))};
}

Status MakeFolder(const std::string& path) {
  if (mkdir(path.c_str(), kFolderMode) == 0) return base::SyncFolderOf(path);
  if (errno == EEXIST) return {};
  const int reason = errno;
  TRY(base::CheckFolderOf(path));
  return base::IoError(path, "cannot be made", reason);
}

Status MakePlace(const Place& place) {
  if (!place.is_folder()) return place.Check();
  TRY(Begin(place));
  return Fill(place);
}

Result<Descriptor> HoldPlace(const Place& place) {
  Descriptor folder;
  if (!place.is_folder()) {
    TRY(place.Check());
    return folder;
  }
  for (int tries = 1; tries <= kMakeTries; ++tries) {
    TRY(Begin(place));
    folder = OpenFolder(place.path());
    if (!folder.is_open() && errno != ENOENT) break;  // Fill reports what is wrong.
    // Without a lock the place is only less protected from a process that discards it.
    static_cast<void>(Lock(folder, LOCK_SH));
    if (IsStillAt(folder, place.path())) break;
  }
  TRY(Fill(place));
  return folder;
}

NewPlace::NewPlace(Place place)
    : place_(std::move(place)), store_(place_.PathOf(PlacePart::kStore)) {
  if (!place_.is_folder()) return;
  const auto layout = ReadLayout(place_.path());
  was_missing_ = layout && layout->state == FolderState::kMissing;
  was_empty_ = layout && layout->state == FolderState::kEmpty;
}

void NewPlace::Discard() const {
  if (place_.has_database()) return;
  if (!place_.is_folder()) return store_.Discard();
  const Descriptor held = OpenFolder(place_.path());
  if (!Lock(held, LOCK_EX)) return;
  store_.Discard();
  if (!was_missing_ && !was_empty_) return;
  struct stat about = {};
  if (stat(place_.PathOf(PlacePart::kStore).c_str(), &about) == 0) return;
  for (const std::string& folder : FoldersIn(place_)) rmdir(folder.c_str());
  const std::string layout = place_.path() + "/" + std::string(kLayoutName);
  unlink(layout.c_str());
  // Another process may have begun a register here meanwhile.
  const auto left = ReadLayout(place_.path());
  if (left && left->state == FolderState::kForeign) {
    static_cast<void>(FinishLayout(place_.path()));
  } else if (was_missing_) {
    rmdir(place_.path().c_str());
  }
}

}  // namespace orgreg::app
