// SPDX-License-Identifier: EUPL-1.2

#include "app/place/new_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "app/place/layout_file.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

using base::Status;

constexpr mode_t kFolderMode = 0700;

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
  if (!place.is_folder()) return {};
  const auto layout = TRY(ReadLayout(place.path()));
  const bool is_new = layout.state == FolderState::kMissing || layout.state == FolderState::kEmpty;
  if (is_new) {
    TRY(CheckNotBefore(place.path()));
    TRY(MakeFolder(place.path()));
    TRY(base::CheckFolderOf(place.PathOf(PlacePart::kStore)));
    TRY(FinishLayout(place.path()));
  }
  TRY(place.Check());
  for (const std::string& folder : FoldersIn(place)) {
    TRY(MakeFolder(folder));
  }
  return {};
}

NewPlace::NewPlace(Place place)
    : place_(std::move(place)), store_(place_.PathOf(PlacePart::kStore)) {
  if (!place_.is_folder()) return;
  const auto layout = ReadLayout(place_.path());
  was_missing_ = layout && layout->state == FolderState::kMissing;
  was_empty_ = layout && layout->state == FolderState::kEmpty;
}

void NewPlace::Discard() const {
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
