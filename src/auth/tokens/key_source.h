// SPDX-License-Identifier: EUPL-1.2

// Reads the issuer's keys from a file or an https address, and again from time to time, so that
// keys change without a restart. While reading fails, the last keys stay in use for a day; after
// that they are void, because a withdrawn key would go unnoticed.
//
// A key id that is not known causes another reading at once. Anybody can send such ids, so each
// address has a bucket of kBurst readings that gains one every kEvery (failure_limit.h), and all
// addresses together have a larger one. Strangers thus use up their own readings and not those of
// a client that comes with a new key. If no reading is left, because a client shares its address
// with strangers or very many addresses take part, the next reading comes kSoon after the last one.
// One reading runs at a time, in the thread of the client that caused it; all other clients that
// need keys wait for its end, but not longer than 2 s.
//
// All calls are safe from any thread.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "auth/failure_limit.h"
#include "auth/tokens/key_set.h"
#include "base/result.h"

namespace orgreg::auth {

// A text that was read, and a mark that changes if the text may have changed.
struct KeyText {
  bool is_unchanged = false;  // since the mark given; then the text is empty
  std::string text = {};
  std::string mark = {};  // empty: always read
};

// Reads the text, unless it still has that mark.
using KeyReader = std::function<base::Result<KeyText>(const std::string& mark)>;

// A reader of the file, by its inode, size and time of change.
KeyReader FileKeyReader(std::string path);

struct UrlKeyOptions {
  std::string url = {};
  std::string ca_file = {};  // PEM; empty: the system's authorities
};

// A reader of an https address, or http of a loopback host: 5 s at most, 1 MiB at most, no
// redirections, status 200 alone. The proxy of the environment is used, but not for loopback.
// kInvalid for other addresses.
base::Result<KeyReader> UrlKeyReader(const UrlKeyOptions& options);

// Largest text that is read from a file or an address.
inline constexpr std::size_t kMostKeyTextBytes = 1U << 20U;

struct KeySourceOptions {
  using Clock = std::chrono::steady_clock;

  KeyReader reader = {};
  std::chrono::milliseconds refresh{std::chrono::minutes(5)};  // between readings that succeed
  std::chrono::milliseconds retry{std::chrono::seconds(30)};   // after one that failed
  std::function<Clock::time_point()> now = &Clock::now;
  // Called for every reading that failed, and with "" for the first one that succeeds after it. The
  // thread that has read calls it, perhaps two at once.
  std::function<void(const std::string&)> report = {};
};

// The figures for a monitor.
struct KeySourceState {
  std::size_t keys = 0;         // 0 also where they are void
  std::uint64_t readings = 0;   // begun so far
  std::uint64_t failures = 0;   // of them
  std::chrono::seconds age{0};  // since the last success; 0 where none was
};

class KeySource {
 public:
  using Clock = KeySourceOptions::Clock;

  // The bucket of one address.
  static constexpr unsigned kBurst = 3;
  static constexpr std::chrono::seconds kEvery{60};
  // The bucket of all addresses together.
  static constexpr unsigned kBurstOfAll = 20;
  static constexpr std::chrono::seconds kEveryOfAll{3};
  static constexpr std::chrono::seconds kSoon{10};
  static constexpr std::chrono::hours kVoidAfter{24};

  // May a caller wait for a reading?
  enum class Wait { kNever, kForKeys };

  // The result of a search for a key id. Both pointers are null where there are no keys to check
  // with.
  struct Found {
    std::shared_ptr<const KeySet> set = {};  // keeps the key alive; an empty set is null
    const PublicKey* key = nullptr;
    bool wants_reading = false;  // not allowed to wait, and a reading might change the answer
  };

  // `location` is an address if it holds "://", else the path of a file. Nothing is read yet.
  static base::Result<std::unique_ptr<KeySource>> Open(const std::string& location,
                                                       const std::string& ca_file,
                                                       KeySourceOptions options = {});
  explicit KeySource(KeySourceOptions options);
  // Stops the thread, if there is one, and waits for a reading in progress.
  ~KeySource();
  KeySource(const KeySource&) = delete;
  KeySource& operator=(const KeySource&) = delete;

  // Begins a thread that reads now and whenever it is due. At most once.
  void Start();
  // Reads if it is due. The thread calls it again and again.
  void ReadIfDue();

  // `address` is the client's.
  Found Find(std::string_view kid, std::string_view address, Wait wait);
  KeySourceState state() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  // All are called with mutex_ held; Read releases it while it reads.
  std::shared_ptr<const KeySet> ValidSet(const Lock& lock) const;
  Found Look(std::string_view kid, const Lock& lock) const;
  Found Await(std::string_view kid, std::string_view address, Lock* lock);
  bool MayRead(std::string_view address, const Lock& lock);
  void ReadSoon(const Lock& lock);
  void Read(Lock* lock);
  void End(bool succeeded, const Lock& lock);
  void Run();

  const KeySourceOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a reading ended, or the thread is to stop
  // All guarded by mutex_.
  std::shared_ptr<const KeySet> set_;
  std::string mark_;
  std::optional<Clock::time_point> last_success_;
  Clock::time_point next_reading_ = {};
  Clock::time_point last_end_ = {};
  Clock::time_point bucket_filled_ = {};
  double bucket_ = kBurstOfAll;
  FailureLimit by_address_;
  bool is_reading_ = false;
  std::uint64_t ended_ = 0;  // readings
  bool stops_ = false;
  bool failed_last_ = false;
  std::uint64_t readings_ = 0;
  std::uint64_t failures_ = 0;
  std::jthread thread_;
};

}  // namespace orgreg::auth
