// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/unfinished_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "app/place/layout_file.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/sweep_rests.h"
#include "base/files/system_error.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSign = "backup-is-being-made";
constexpr int kTries = 100;

std::string SignIn(const std::string& folder) { return folder + "/" + std::string(kSign); }

base::Descriptor OpenFolder(const std::string& path) {
  return base::OpenDescriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

// False if another process has the folder, or it has lost its name.
bool Lock(const base::Descriptor& folder, const std::string& path) {
  return folder.is_open() && flock(folder.number(), LOCK_EX | LOCK_NB) == 0 &&
         base::IsNamed(folder.number(), path);
}

bool IsOurs(const base::Descriptor& folder, const std::string& path) {
  struct stat about = {};
  if (fstat(folder.number(), &about) != 0 || about.st_uid != geteuid()) return false;
  std::error_code failure;
  // Without the sign it was whole, and about to get its name.
  const bool is_signed =
      fs::exists(SignIn(path), failure) || fs::exists(fs::path(path) / kLayoutName, failure);
  // Its process may have been killed before it wrote the sign.
  return !failure && (is_signed || fs::is_empty(path, failure));
}

void Sweep(const std::string& parent) {
  std::error_code failure;
  for (fs::directory_iterator at(parent, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    const std::string path = at->path().string();
    const auto rest = base::ParseRest(at->path().filename().string());
    if (!rest || rest->form != base::RestForm::kPart) continue;
    const base::Descriptor folder = OpenFolder(path);
    if (!Lock(folder, path) || !IsOurs(folder, path)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
    if (!ignored) base::LogInfo("{} was left by a process that was killed, and is deleted", path);
  }
}

}  // namespace

base::Result<UnfinishedFolder> UnfinishedFolder::Begin(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path.empty()) return base::Error{base::Code::kInvalid, "the path of the backup is empty"};
  struct stat about = {};
  if (lstat(path.c_str(), &about) == 0)
    return base::Error{base::Code::kInvalid, "is there already"}.At(path);
  TRY(base::CheckFolderOf(path));
  Sweep(base::FolderOf(path));
  for (int tries = 0; tries < kTries; ++tries) {
    std::string temporary =
        path + std::string(base::kPartEnding) + std::string(base::kRestDigits, 'X');
    if (mkdtemp(temporary.data()) == nullptr) return base::IoError(path, "cannot be made", errno);
    base::Descriptor folder = OpenFolder(temporary);
    // Another process may have swept it before it was locked.
    if (!Lock(folder, temporary)) continue;
    UnfinishedFolder made(path, temporary, std::move(folder));
    const base::Descriptor sign(
        open(SignIn(temporary).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!sign.is_open()) return base::IoError(path, "cannot be made", errno);
    return made;
  }
  return base::IoError(path, "cannot be made", EEXIST);
}

UnfinishedFolder::~UnfinishedFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

base::Status UnfinishedFolder::Finish() {
  if (syncfs(folder_.number()) != 0) return base::IoError(path_, "cannot be synced", errno);
  if (unlink(SignIn(temporary_).c_str()) != 0) return base::IoError(temporary_, errno);
  if (!base::RenameToFree(temporary_, path_)) {
    if (errno == EEXIST || errno == ENOTEMPTY)
      return base::Error{base::Code::kInvalid, "is there already"}.At(path_);
    return base::IoError(path_, "cannot be renamed", errno);
  }
  temporary_.clear();
  TRY(base::SyncFolder(path_));
  return base::SyncFolderOf(path_);
}

}  // namespace orgreg::app
