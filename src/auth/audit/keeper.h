// The audit log of a server, which serves what is public whether the log can be opened or not. What
// keeps it from being opened (damage, rights, another process) keeps the authorised operations
// from being answered: Append fails with that reason. It is tried again with a later Append, so
// that the operator need not restart the server. Only a damaged file that was moved away is not
// succeeded by a new one: a new chain must name the old file, which is done at a start
// (docs/audit-log.md).
//
// All calls are safe from any thread.

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "auth/audit/log.h"
#include "base/result.h"

namespace orgreg::auth {

class AuditKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    AuditLog::Options log = {};
    // Told of the log when it was opened, and of why it cannot be when that is news.
    std::function<void(const AuditLog&)> opened = {};
    std::function<void(const base::Error&)> failed = {};
    std::function<Clock::time_point()> now = &Clock::now;
  };

  static constexpr std::chrono::seconds kTryAgain{1};

  // Tries to open the log.
  AuditKeeper(std::string path, Options options);

  // As AuditLog::Append; where the log is not open, as AuditLog::Open.
  base::Status Append(const AuditEntry& entry);

  // Why the log is not open; nothing where it is.
  std::optional<base::Error> problem() const;

 private:
  void TryToOpen();

  const std::string path_;
  const Options options_;
  mutable std::mutex mutex_;
  // All guarded by mutex_. An open log stays; it is used without the lock.
  std::unique_ptr<AuditLog> log_;
  std::optional<base::Error> problem_;
  Clock::time_point next_try_ = {};
};

}  // namespace orgreg::auth
