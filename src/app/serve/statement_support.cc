// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/statement_support.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "model/registers/documents.h"
#include "records/readers/document_record.h"
#include "store/store.h"

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
  made->shared_ = TRY(SharedDocuments::Of(PlaceOf(settings)));
  made->sources_ = {.access = AccessOf(settings),
                    .users = made->users_.get(),
                    .source = source,
                    .folder = &made->folder_,
                    .check = &made->check_,
                    .copy_years = settings.copy_years};
  if (made->shared_ != nullptr) {
    made->sources_.fetch = [support = made.get(), source](base::OrgNumber number,
                                                          const model::Document& document) {
      return support->Fetch(number, document, source);
    };
  }
  return made;
}

// A removal may have come while the document was on its way, and its sweep before the file. Who
// still has the document named for another organisation takes it again.
Status StatementSupport::Fetch(base::OrgNumber number, const model::Document& document,
                               const records::Register* source) const {
  TRY(shared_->Fetch({.sha256 = document.sha256, .size_bytes = document.size_bytes}));
  auto view = TRY(source->Read());
  const auto row = TRY(view.FindRow(model::Kind::kDocuments, number));
  model::DocumentList list;
  if (row && row->state == store::RowState::kLive)
    list = TRY(records::ReadStoredDocuments(row->body));
  const auto is_it = [&](const model::Document& one) { return one.sha256 == document.sha256; };
  if (std::ranges::any_of(list.documents, is_it)) return {};
  std::error_code ignored;
  std::filesystem::remove(folder_.PathOf(document.sha256), ignored);
  return base::Error{base::Code::kNotFound, "it was removed just now"};
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
      records::UsageOptions{.are_shared = HasDatabase(settings),
                            .retention_days = settings.usage_days,
                            .report = Reporter("usage: usage counts are", "written"),
                            .report_secret = Reporter("usage_secret: addresses are", "counted")});
  midnight_.emplace(std::move(midnight));
  statistics_ = api::Statistics{.counts = counts_.get(),
                                .day_start = [this](base::Date day) { return midnight_->On(day); }};
  return {};
}

}  // namespace orgreg::app
