// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/owner.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "app/place/layout_file.h"
#include "base/files/folder.h"
#include "base/files/system_error.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

using base::Code;
using base::Error;
using base::Status;

// A file with a second name may be one that has nothing to do with the register.
Status GiveOne(const std::string& path, const struct stat& owner) {
  struct stat about = {};
  if (lstat(path.c_str(), &about) != 0)
    return errno == ENOENT ? Status() : base::IoError(path, errno);
  const bool may_be_given =
      S_ISDIR(about.st_mode) || (S_ISREG(about.st_mode) && about.st_nlink == 1);
  if (about.st_uid != 0 || !may_be_given) return {};
  if (lchown(path.c_str(), owner.st_uid, owner.st_gid) != 0) return base::IoError(path, errno);
  return {};
}

// A file, or a folder with all that is in it; not what a link leads to.
Status GiveAll(const std::string& path, const struct stat& owner) {
  TRY(GiveOne(path, owner));
  std::error_code failure;
  if (fs::symlink_status(path, failure).type() != fs::file_type::directory) return {};
  for (fs::recursive_directory_iterator at(path, failure);
       !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
    TRY(GiveOne(at->path().string(), owner));
  }
  if (failure) return Error{Code::kIo, failure.message()}.At(path);
  return {};
}

}  // namespace

Status GiveToOwner(const Place& place) {
  struct stat owner = {};
  if (geteuid() != 0 || !place.is_folder()) return {};
  if (stat(place.path().c_str(), &owner) != 0) return base::IoError(place.path(), errno);
  if (owner.st_uid == 0) return {};
  TRY(GiveOne(place.path() + "/" + std::string(kLayoutName), owner));
  TRY(GiveOne(base::FolderOf(place.PathOf(PlacePart::kUsageSecret)), owner));
  for (const PlaceRow& row : PlaceRows()) {
    if (row.part == PlacePart::kUsageSecret) continue;
    const std::string path = place.PathOf(row.part);
    TRY(GiveAll(row.form == PartForm::kSeries ? base::FolderOf(path) : path, owner));
    if (row.form != PartForm::kDatabase) continue;
    for (const char* ending : store::kSideFiles) {
      TRY(GiveOne(path + ending, owner));
    }
  }
  return {};
}

}  // namespace orgreg::app
