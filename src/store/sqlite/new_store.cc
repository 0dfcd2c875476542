// SPDX-License-Identifier: EUPL-1.2

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/files/descriptor.h"
#include "store/sqlite/store.h"
#include "store/witness.h"

namespace orgreg::store {

namespace {

// The bytes of the file that SQLite locks: every open connection shares them.
constexpr off_t kLockFrom = 0x40000000;
constexpr off_t kLockBytes = 512;

bool SetLock(int file, short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockFrom;
  lock.l_len = kLockBytes;
  return fcntl(file, F_SETLK, &lock) == 0;
}

}  // namespace

bool LockAlone(int file) { return SetLock(file, F_WRLCK); }

bool Unlock(int file) { return SetLock(file, F_UNLCK); }

NewStore::NewStore(std::string path) : path_(std::move(path)) {
  struct stat about = {};
  was_missing_ = stat(path_.c_str(), &about) != 0 && errno == ENOENT;
  was_blank_ = !was_missing_ && S_ISREG(about.st_mode) && about.st_size == 0;
}

// If another process opens the file meanwhile, it finds at its first write that the file has lost
// its name (SqliteStore::Begin).
void NewStore::Discard() const {
  if (!is_new()) return;
  const base::Descriptor file = base::OpenDescriptor(path_, O_RDWR);
  if (!file.is_open()) return;
  const bool is_unused = Witness(path_).Read() == CommitId{};
  if (LockAlone(file.number()) && is_unused) {
    // If one of these fails, an empty store remains, which is not served either.
    if (was_blank_) {
      [[maybe_unused]] const int cut = ftruncate(file.number(), 0);
    } else {
      unlink(path_.c_str());
    }
    for (const char* ending : kSideFiles) unlink((path_ + ending).c_str());
  }
}

}  // namespace orgreg::store
