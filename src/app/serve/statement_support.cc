// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/statement_support.h"

#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "base/log.h"

namespace orgreg::app {
namespace {

using base::Result;
using base::Status;

api::StatementsAccess AccessOf(const Settings& settings) {
  if (settings.statements_access == kOpenAccess) return api::StatementsAccess::kOpen;
  if (settings.statements_access == kReducedAccess) return api::StatementsAccess::kReduced;
  return api::StatementsAccess::kBasic;
}

// Reports a failure, and the first success after it.
std::function<void(const std::string&)> Reporter(std::string subject, std::string done) {
  return [subject = std::move(subject), done = std::move(done)](const std::string& problem) {
    if (problem.empty()) return base::LogInfo("{} {} again", subject, done);
    base::LogError("{} not {}: {}", subject, done, problem);
  };
}

}  // namespace

StatementSupport::StatementSupport(const Settings& settings)
    : folder_(records::DocumentFolder::At(PlaceOf(settings).PathOf(PlacePart::kDocuments))) {}

Result<std::unique_ptr<StatementSupport>> StatementSupport::Make(const Settings& settings,
                                                                 const records::Register* source) {
  std::unique_ptr<StatementSupport> made(new StatementSupport(settings));
  if (Status taken = made->TakeUsers(settings); !taken) {
    return std::move(taken).error().At("users");
  }
  if (Status taken = made->TakeCounts(settings); !taken) {
    return std::move(taken).error().At("usage");
  }
  made->sources_ = {.access = AccessOf(settings),
                    .users = made->users_.get(),
                    .source = source,
                    .folder = &made->folder_,
                    .check = &made->check_,
                    .copy_years = settings.copy_years};
  return made;
}

Status StatementSupport::TakeUsers(const Settings& settings) {
  if (AccessOf(settings) == api::StatementsAccess::kOpen) return {};
  const std::uint32_t failures = settings.limits.attempts.failures_per_minute;
  auto users = auth::BasicCheck::Open(
      UsersPath(settings),
      {.failures = {.burst = failures,
                    .every = std::chrono::milliseconds(std::chrono::minutes(1)) / failures},
       .report = Reporter("users: the file of users is", "read")});
  if (!users) return std::move(users).error();
  users_ = std::move(*users);
  return {};
}

Status StatementSupport::TakeCounts(const Settings& settings) {
  auto midnight = TRY(DailyTime::Make("00:00", settings.time_zone));
  counts_ = std::make_unique<records::UsageCounts>(
      UsagePath(settings), UsageSecretPath(settings),
      records::UsageOptions{.retention_days = settings.usage_days,
                            .report = Reporter("usage: usage counts are", "written"),
                            .report_secret = Reporter("usage_secret: addresses are", "counted")});
  midnight_.emplace(std::move(midnight));
  statistics_ = api::Statistics{.counts = counts_.get(),
                                .day_start = [this](base::Date day) { return midnight_->On(day); }};
  return {};
}

}  // namespace orgreg::app
