// SPDX-License-Identifier: EUPL-1.2

#include "base/files/sweep_rests.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "base/files/descriptor.h"
#include "base/log.h"
#include "base/values/ascii.h"

namespace orgreg::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEarlierCopyEnding = ".partial-";
constexpr std::string_view kEarlierPartEnding = ".part.";
// A file of an earlier version that is so old is a rest, even where the system cannot say whether a
// process writes it.
constexpr std::time_t kSurelyLeftS = std::time_t{24} * 60 * 60;

// This byte is far from those that SQLite locks: a copy of a store is locked by both. The lock is
// not made by flock, which some network file systems turn into a lock of the whole file.
constexpr off_t kLockedByte = off_t{1} << 62;

std::optional<Rest> WithEnding(std::string_view name, std::string_view ending, RestForm form) {
  const std::size_t at = name.rfind(ending);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  const std::string_view tail = name.substr(at + ending.size());
  const bool fits = form == RestForm::kEarlierPart
                        ? !tail.empty() && AreDigits(tail)
                        : tail.size() == kRestDigits && std::ranges::all_of(tail, IsAlphanumeric);
  if (!fits) return std::nullopt;
  return Rest{.stem = name.substr(0, at), .form = form};
}

bool Lock(int descriptor) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockedByte;
  lock.l_len = 1;
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

// A file that may be a rest.
class OpenRest {
 public:
  explicit OpenRest(const std::string& path)
      : path_(path), file_(OpenDescriptor(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)) {}

  int descriptor() const { return file_.number(); }
  // True for a file of this user that no process is making, and that still has its name.
  bool IsLeft(RestForm form) const {
    struct stat opened = {};
    if (!file_.is_open() || ::fstat(descriptor(), &opened) != 0) return false;
    if (!S_ISREG(opened.st_mode) || opened.st_uid != ::geteuid() || opened.st_nlink != 1)
      return false;
    if (!Lock(descriptor())) return false;
    if (form == RestForm::kClaim && ::flock(descriptor(), LOCK_EX | LOCK_NB) != 0) return false;
    if (form != RestForm::kPart && IsOpenElsewhere(opened.st_mtim.tv_sec)) return false;
    return IsNamed(descriptor(), path_);
  }

 private:
  // Earlier versions took no lock. The system gives a lease only where no other process has the
  // file open for writing.
  bool IsOpenElsewhere(std::time_t changed) const {
    if (::fcntl(descriptor(), F_SETLEASE, F_WRLCK) == 0) {
      ::fcntl(descriptor(), F_SETLEASE, F_UNLCK);
      return false;
    }
    return errno == EAGAIN || std::time(nullptr) - changed < kSurelyLeftS;
  }

  const std::string& path_;
  Descriptor file_;
};

}  // namespace

std::optional<Rest> ParseRest(std::string_view name) {
  if (name.size() > kClaimEnding.size() && name.ends_with(kClaimEnding)) {
    return Rest{.stem = name.substr(0, name.size() - kClaimEnding.size()),
                .form = RestForm::kClaim};
  }
  if (auto rest = WithEnding(name, kPartEnding, RestForm::kPart)) return rest;
  if (auto rest = WithEnding(name, kEarlierCopyEnding, RestForm::kEarlierCopy)) return rest;
  return WithEnding(name, kEarlierPartEnding, RestForm::kEarlierPart);
}

bool MarkAsBeingMade(int descriptor) {
  // A file system without locks is not swept either.
  return Lock(descriptor) || (errno != EAGAIN && errno != EACCES);
}

std::size_t SweepRests(const std::string& folder, const std::function<bool(const Rest&)>& is_ours) {
  std::size_t swept = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string path = at->path().string();
    const std::string name = at->path().filename().string();
    auto rest = ParseRest(name);
    std::error_code ignored;
    if (!rest || at->symlink_status(ignored).type() != fs::file_type::regular) continue;
    const OpenRest open(path);
    if (!open.IsLeft(rest->form)) continue;
    rest->descriptor = open.descriptor();
    if (!is_ours(*rest) || ::unlink(path.c_str()) != 0) continue;
    LogInfo("{} was left by a process that was killed, and is deleted", path);
    ++swept;
  }
  return swept;
}

}  // namespace orgreg::base
