// Whether the file of a document, once opened, holds the bytes that it is called by. The SHA-256 of
// a file is computed when it is first asked for and again when the file has changed, which shows in
// its device, number, size or times; in between the answer costs one system call. So damage that
// leaves all of these as they were, below the file system, is found after a restart, or by
// `orgreg verify`.
//
// Computing takes a millisecond for each megabyte or so: for threads that may take their time.
// Callers who ask about the same file at a time share one reading. Memory is bounded: beyond
// kMostKept the file that was asked for longest ago is forgotten. Safe from any thread.

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

  // `now_ns` as the file system's clock has it, since 1970; the system's, where empty.
  explicit DocumentCheck(std::function<std::int64_t()> now_ns = {}) : now_ns_(std::move(now_ns)) {}

  // kCorrupt where the open file is not called `sha256`; kUnavailable where it changes while it is
  // read; else what the system says. `path` is for messages.
  base::Status Check(int descriptor, std::string_view sha256, const std::string& path);

  // Files that were read so far.
  std::uint64_t readings() const;

 private:
  // What a file cannot keep when its bytes change.
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
  // Known, or read.
  base::Result<std::string> DigestAt(int descriptor, const std::string& path);
  base::Result<std::string> Read(int descriptor, const Identity& identity, const std::string& path);
  // Nothing where the file is not known.
  const std::string* Find(const Identity& identity, const Lock& lock);
  void Keep(const Identity& identity, const std::string& sha256, const Lock& lock);

  const std::function<std::int64_t()> now_ns_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // A reading ended.
  // All guarded by mutex_. The file that was asked for last is the first.
  std::list<Known> known_;
  std::map<Identity, std::list<Known>::iterator> by_identity_;
  std::set<Identity> under_way_;
  std::uint64_t readings_ = 0;
};

}  // namespace orgreg::records
