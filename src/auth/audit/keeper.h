// SPDX-License-Identifier: EUPL-1.2

// The audit log of a server. The public register is served even if the log cannot be opened. Then
// the authorised operations are not answered: Append fails with the reason (damage, rights, another
// process). A later Append tries to open it again, so that the operator need not restart the
// server. Only a damaged file that was moved away gets no successor in this way: a new chain must
// name the old file, which is done at a start (docs/audit-log.md).
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
    // Called when the log was opened, and with the reason when it cannot be opened and the reason
    // is new.
    std::function<void(const AuditLog&)> opened = {};
    std::function<void(const base::Error&)> failed = {};
    std::function<Clock::time_point()> now = &Clock::now;
  };

  static constexpr std::chrono::seconds kTryAgain{1};

  // Tries to open the log.
  AuditKeeper(std::string path, Options options);

  // Like AuditLog::Append; if the log is not open, first like AuditLog::Open.
  base::Status Append(const AuditEntry& entry);

  // The newest line on the disk; nothing while the log is not open, or has none.
  std::optional<AuditLog::End> end() const;

  // The reason why the log is not open; nothing if it is.
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
