// SPDX-License-Identifier: EUPL-1.2

// A digest is known by the identity of the file that it was computed from. Check compares
// identities, and reads the file only if it is new; other callers wait for a reading that is under
// way.

#include "records/documents/check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <functional>
#include <utility>

#include "base/files/descriptor.h"
#include "base/files/system_error.h"
#include "formats/sha256.h"

namespace orgreg::records {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr int kMostReadings = 3;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
// The times of a file have a resolution, so a change right after a reading may leave them as they
// were. The digest of a file that changed so recently is not kept.
constexpr std::chrono::nanoseconds kStep = std::chrono::seconds(1);

std::int64_t Nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t SystemNow() {
  struct timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return Nanoseconds(now);
}

Result<std::string> DigestOf(int descriptor, std::int64_t size_bytes, const std::string& path) {
  formats::Sha256 sum;
  std::array<char, kPieceBytes> piece = {};
  std::int64_t offset = 0;
  // The loop is bounded, in case the file is growing.
  while (offset < size_bytes) {
    const ssize_t count = base::ReadSomeAt(descriptor, piece, offset);
    if (count < 0) return base::SystemError(path, errno);
    if (count == 0) break;
    sum.Add({piece.data(), static_cast<std::size_t>(count)});
    offset += count;
  }
  return sum.Finish();
}

// Ends a reading at the end of the scope.
class UnderWay {
 public:
  UnderWay(std::mutex* mutex, std::condition_variable* changed, std::function<void()> end)
      : mutex_(mutex), changed_(changed), end_(std::move(end)) {}
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;
  ~UnderWay() {
    {
      const std::lock_guard lock(*mutex_);
      end_();
    }
    changed_->notify_all();
  }

 private:
  std::mutex* mutex_;
  std::condition_variable* changed_;
  std::function<void()> end_;
};

}  // namespace

Status DocumentCheck::Check(int descriptor, std::string_view sha256, const std::string& path) {
  Result<std::string> found = Error{};
  // Tries again if another file takes the name meanwhile, which changes the times of this one.
  for (int attempt = 0; attempt < kMostReadings; ++attempt) {
    found = DigestAt(descriptor, path);
    if (found || found.error().code != Code::kUnavailable) break;
  }
  if (!found) return std::move(found).error();
  if (*found == sha256) return {};
  return Error{Code::kCorrupt, "is damaged: its bytes are not those it is called by"}.At(path);
}

Result<std::string> DocumentCheck::DigestAt(int descriptor, const std::string& path) {
  const auto identity = TRY(IdentityOf(descriptor, path));
  {
    Lock lock(mutex_);
    changed_.wait(lock, [&] { return !under_way_.contains(identity); });
    if (const std::string* known = Find(identity, lock)) return *known;
    under_way_.insert(identity);
    ++readings_;
  }
  const UnderWay ends(&mutex_, &changed_, [&] { under_way_.erase(identity); });
  return Read(descriptor, identity, path);
}

std::uint64_t DocumentCheck::readings() const {
  const std::lock_guard lock(mutex_);
  return readings_;
}

Result<DocumentCheck::Identity> DocumentCheck::IdentityOf(int descriptor, const std::string& path) {
  struct stat about = {};
  if (::fstat(descriptor, &about) != 0) return base::SystemError(path, errno);
  return Identity{.device = about.st_dev,
                  .number = about.st_ino,
                  .size_bytes = about.st_size,
                  .modified_ns = Nanoseconds(about.st_mtim),
                  .changed_ns = Nanoseconds(about.st_ctim)};
}

bool DocumentCheck::IsFresh(const Identity& identity) const {
  const std::int64_t passed = (now_ns_ ? now_ns_() : SystemNow()) - identity.changed_ns;
  return passed > -kStep.count() && passed < kStep.count();
}

Result<std::string> DocumentCheck::Read(int descriptor, const Identity& identity,
                                        const std::string& path) {
  Result<std::string> digest = DigestOf(descriptor, identity.size_bytes, path);
  if (!digest) return digest;
  const auto after = TRY(IdentityOf(descriptor, path));
  if (after != identity) return Error{Code::kUnavailable, "changes while it is read"}.At(path);
  if (IsFresh(identity)) return digest;
  const Lock lock(mutex_);
  Keep(identity, *digest, lock);
  return digest;
}

const std::string* DocumentCheck::Find(const Identity& identity, const Lock& /*lock*/) {
  const auto found = by_identity_.find(identity);
  if (found == by_identity_.end()) return nullptr;
  known_.splice(known_.begin(), known_, found->second);
  return &found->second->sha256;
}

void DocumentCheck::Keep(const Identity& identity, const std::string& sha256,
                         const Lock& /*lock*/) {
  if (known_.size() >= kMostKept) {
    by_identity_.erase(known_.back().identity);
    known_.pop_back();
  }
  known_.push_front({.identity = identity, .sha256 = sha256});
  by_identity_[identity] = known_.begin();
}

}  // namespace orgreg::records
