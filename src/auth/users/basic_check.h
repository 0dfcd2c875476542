// SPDX-License-Identifier: EUPL-1.2

// Checks the Basic credentials (RFC 7617) of a request: there are none, they are wrong, or they are
// those of a user.
//
// Checking a password takes some tenths of a second, on purpose. So there are two questions: Look
// answers at once, on a thread that serves connections, from recent results, or leaves the verdict
// undecided; Check takes its time, on a thread that may. Right credentials are remembered for
// kRememberedFor by a keyed hash that is random for each process, and forgotten when the file of
// users changes, which is looked at every kLookAgain. Concurrent requests with the same credentials
// share one check. Different ones wait in a queue: clients that were right before come first,
// clients that were wrong lately come last (password_queue.h). Wrong credentials are limited for
// each address (failure_limit.h); remembered ones pass even then, so that a stranger cannot lock
// out a user who shares an address.
//
// A server also starts if the file of users cannot be read. Until it can, clients with credentials
// are answered that they cannot be checked. If it cannot be read later, the users stay as they
// were.
//
// An unknown name costs as much time as a wrong password: it is checked against the hash of another
// user, chosen by a keyed hash of the name, and always refused.
//
// All calls are safe from any thread.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "auth/failure_limit.h"
#include "auth/secrets/keyed_hash.h"
#include "auth/users/basic_credentials.h"
#include "auth/users/password_queue.h"
#include "auth/users/user_file.h"
#include "base/result.h"
#include "base/threads/counters.h"

namespace orgreg::auth {

// One request to be checked. It borrows.
struct BasicRequest {
  std::span<const std::string_view> authorization = {};  // the value of every such field
  std::string_view address = {};                         // the client's
};

struct BasicVerdict {
  enum class Kind {
    kNoCredentials,  // 401
    kWrong,          // 401
    kRight,
    kLimited,    // 429: too many wrong ones from the address
    kBusy,       // 503: too many are being checked
    kUnusable,   // they cannot be checked: see problem()
    kUndecided,  // of Look alone: ask Check
  };
  static constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::kUndecided) + 1;

  Kind kind = Kind::kNoCredentials;
  std::string user = {};                // where right
  std::chrono::seconds retry_after{0};  // where limited or busy: at least 1
};

struct BasicCheckOptions {
  using Clock = std::chrono::steady_clock;

  std::string realm = "statements";  // printable ASCII without `"` and `\`
  FailureLimitOptions failures = {};
  PasswordQueueOptions queue = {};
  std::function<Clock::time_point()> now = &Clock::now;
  // Called with the reason when the file of users cannot be read, and with "" for the first reading
  // that succeeds after that.
  std::function<void(const std::string&)> report = {};
};

class BasicCheck {
 public:
  using Clock = BasicCheckOptions::Clock;

  static constexpr std::chrono::minutes kRememberedFor{5};
  static constexpr std::chrono::milliseconds kLookAgain{500};
  static constexpr std::size_t kMostRemembered = 4096;

  // Reads the file of users; without one, all credentials are wrong. kInvalid if the realm breaks
  // the rules.
  static base::Result<std::unique_ptr<BasicCheck>> Open(std::string path,
                                                        BasicCheckOptions options = {});
  ~BasicCheck();
  BasicCheck(const BasicCheck&) = delete;
  BasicCheck& operator=(const BasicCheck&) = delete;

  // Never waits and reads no file.
  BasicVerdict Look(const BasicRequest& request);
  BasicVerdict Check(const BasicRequest& request);

  // How many verdicts of this kind there were.
  std::uint64_t Count(BasicVerdict::Kind kind) const {
    return counts_[static_cast<std::size_t>(kind)].value();
  }

  // The whole value of WWW-Authenticate for a 401.
  const std::string& challenge() const { return challenge_; }

  // 0 if the file was never read.
  std::size_t user_count() const;
  // The reason why the last reading of the file failed; nothing if it succeeded.
  std::optional<base::Error> problem() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct DigestHash {
    std::size_t operator()(const KeyedDigest& digest) const;
  };
  struct Remembered {
    std::string user = {};
    Clock::time_point until = {};
  };
  class Slot;

  BasicCheck(std::string path, BasicCheckOptions options);

  BasicVerdict Counted(BasicVerdict verdict) const;
  BasicVerdict DecideQuickly(const BasicRequest& request);
  BasicVerdict Decide(const BasicRequest& request);
  // The verdict, if it is known without hashing.
  std::optional<BasicVerdict> LookAt(const BasicRequest& request, const BasicField& field);
  BasicVerdict Limited(std::chrono::milliseconds wait) const;
  BasicVerdict CheckInSlot(const BasicRequest& request, const BasicField& field,
                           const UserList& users);

  static PasswordQueue::Claim ClaimOf(const BasicRequest& request, const KeyedDigest& digest);
  void NoteFailure(const BasicRequest& request);

  // All are called with mutex_ held; Reload releases it while it reads.
  bool IsStale(const Lock& lock);
  void Reload(Lock* lock);
  const std::string* FindRemembered(const KeyedDigest& digest, const Lock& lock);
  void Remember(const KeyedDigest& digest, const std::string& user, const Lock& lock);

  const std::string path_;
  const BasicCheckOptions options_;
  const std::string challenge_;
  FailureLimit failures_;
  std::array<base::SharedCounter, BasicVerdict::kKindCount> counts_;
  mutable std::mutex mutex_;
  // All guarded by mutex_.
  std::shared_ptr<const UserList> users_;  // null: the file could not be read yet
  std::string mark_;                       // of the file that users_ was read from
  Clock::time_point next_look_ = {};
  std::optional<base::Error> problem_;
  PasswordQueue queue_;
  std::unordered_map<KeyedDigest, Remembered, DigestHash> remembered_;
};

}  // namespace orgreg::auth
