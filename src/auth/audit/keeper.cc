// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/keeper.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace orgreg::auth {

AuditKeeper::AuditKeeper(std::string path, Options options)
    : path_(std::move(path)), options_(std::move(options)) {
  const std::lock_guard lock(mutex_);
  TryToOpen();
}

base::Status AuditKeeper::Append(const AuditEntry& entry) {
  AuditLog* log = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (log_ == nullptr && options_.now() >= next_try_) TryToOpen();
    if (log_ == nullptr) return *problem_;
    log = log_.get();
  }
  return log->Append(entry);
}

std::optional<AuditLog::End> AuditKeeper::end() const {
  const std::lock_guard lock(mutex_);
  if (log_ == nullptr) return std::nullopt;
  const AuditLog::End end = log_->end();
  return end.sequence == 0 ? std::nullopt : std::optional(end);
}

std::optional<base::Error> AuditKeeper::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void AuditKeeper::TryToOpen() {
  next_try_ = options_.now() + kTryAgain;
  const bool was_damaged = problem_ && problem_->code == base::Code::kCorrupt;
  std::error_code ignored;
  if (was_damaged && !std::filesystem::exists(path_, ignored)) return;
  auto log = AuditLog::Open(path_, options_.log);
  if (log) {
    log_ = std::move(*log);
    problem_.reset();
    if (options_.opened) options_.opened(*log_);
    return;
  }
  const bool is_news = !problem_ || problem_->message != log.error().message;
  problem_ = std::move(log).error();
  if (is_news && options_.failed) options_.failed(*problem_);
}

}  // namespace orgreg::auth
