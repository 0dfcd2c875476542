// SPDX-License-Identifier: EUPL-1.2

// Checks whether the file of a document, once opened, has the bytes that its name promises. The
// SHA-256 of a file is computed at the first question and again when the file has changed, which
// its device, number, size or times show; otherwise an answer costs one system call. So damage
// below the file system, which changes none of these, is found after a restart, or by `orgreg
// verify`.
//
// Computing takes about a millisecond for each megabyte: only for threads that may block. Callers
// who ask about the same file at the same time share one reading. Memory is bounded: beyond
// kMostKept, the file whose last question is oldest is forgotten. Safe from any thread.

#pragma once

#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace orgreg::records {

class DocumentCheck {
 public:
  static constexpr std::size_t kMostKept = 32'768;

  // `now_ns` is the file system's clock, since 1970; the system's, if empty.
  explicit DocumentCheck(std::function<std::int64_t()> now_ns = {}) : now_ns_(std::move(now_ns)) {}

  // kCorrupt if the SHA-256 of the open file is not `sha256`; kUnavailable if it changes while it
  // is read; else the error of the system. `path` is for messages.
  base::Status Check(int descriptor, std::string_view sha256, const std::string& path);

  // The number of files that were read so far.
  std::uint64_t readings() const;

 private:
  // The attributes of a file that cannot all stay the same when its bytes change.
  struct Identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::int64_t size_bytes = 0;
    std::int64_t modified_ns = 0;
    std::int64_t changed_ns = 0;
    friend auto operator<=>(const Identity&, const Identity&) = default;
  };
  struct Known {
    Identity identity = {};
    std::string sha256 = {};
  };
  using Lock = std::unique_lock<std::mutex>;

  bool IsFresh(const Identity& identity) const;
  static base::Result<Identity> IdentityOf(int descriptor, const std::string& path);
  // The known digest, or one that is read now.
  base::Result<std::string> DigestAt(int descriptor, const std::string& path);
  base::Result<std::string> Read(int descriptor, const Identity& identity, const std::string& path);
  // Nothing if the file is not known.
  const std::string* Find(const Identity& identity, const Lock& lock);
  void Keep(const Identity& identity, const std::string& sha256, const Lock& lock);

  const std::function<std::int64_t()> now_ns_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // A reading ended.
  // All guarded by mutex_. The most recently used file is first.
  std::list<Known> known_;
  std::map<Identity, std::list<Known>::iterator> by_identity_;
  std::set<Identity> under_way_;
  std::uint64_t readings_ = 0;
};

}  // namespace orgreg::records
