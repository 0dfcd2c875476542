// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/authorisation.h"

#include <utility>

#include "base/log.h"
#include "model/resources.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The audience that a token must have; nothing if any will do.
std::optional<std::string> AudienceOf(const Settings& settings) {
  if (settings.token_audience == kAnyAudience) return "";
  if (!settings.token_audience.empty()) return settings.token_audience;
  if (settings.public_url.empty()) return std::nullopt;
  return settings.public_url + std::string(model::kAuthorisedApiPath);
}

}  // namespace

Status CheckTokenIssuer(const Settings& settings) {
  if (settings.token_keys.empty() || !settings.token_issuer.empty()) return {};
  return Error{Code::kInvalid, "token_keys need a token_issuer"};
}

Status CheckTokenAudience(const Settings& settings) {
  if (settings.token_keys.empty() || AudienceOf(settings)) return {};
  return Error{Code::kInvalid, "token_keys need a token_audience or a public_url"};
}

Status CheckTokenPlace(const Settings& settings) {
  if (settings.token_keys.empty()) return {};
  const auto keys = auth::KeySource::Open(settings.token_keys, settings.token_ca_file, {});
  return keys ? Status() : Status(Error(keys.error()).At("token_keys"));
}

Result<std::unique_ptr<Authorisation>> Authorisation::Make(const Settings& settings,
                                                           const records::Register* source) {
  std::unique_ptr<Authorisation> made(new Authorisation());
  TRY(made->TakeNumberKeys(settings));
  TRY(made->TakeTokens(settings));
  made->authority_ = {.tokens = made->tokens_ ? &*made->tokens_ : nullptr,
                      .vault = made->sealer_.vault(),
                      .audit = made->audit_.get(),
                      .inspector = &made->inspector_,
                      .source = source,
                      .rule = made->sealer_.rule(),
                      .role_scopes = settings.role_scopes,
                      .role_statement_scopes = settings.role_statement_scopes};
  return made;
}

Status Authorisation::TakeNumberKeys(const Settings& settings) {
  auto sealer = NumberSealer::Make(NumberOptionsOf(settings));
  if (!sealer) {
    base::LogError("number_keys: {}; identification numbers can be neither opened nor sealed",
                   sealer.error().message);
    lacks_number_keys_ = true;
    sealer = NumberSealer::Make({.rule = settings.number_rule});
  }
  if (!sealer) return std::move(sealer).error().At("number_rule");
  sealer_ = std::move(*sealer);
  return {};
}

void Authorisation::OpenAudit(const Settings& settings) {
  // The hash is also in the log of the program, and shows later what the file alone cannot: a
  // truncated end.
  const auto opened = [](const auth::AuditLog& log) {
    base::LogInfo("the audit log continues after line {} with the hash {}", log.end().sequence,
                  log.end().hash);
  };
  const auto failed = [](const base::Error& error) {
    base::LogError("audit_log: {}; the authorised operations are not answered", error.message);
  };
  audit_ = std::make_unique<auth::AuditKeeper>(
      AuditLogPath(settings),
      auth::AuditKeeper::Options{
          .log = {.after = settings.audit_log_before}, .opened = opened, .failed = failed});
}

Status Authorisation::TakeTokens(const Settings& settings) {
  if (settings.token_keys.empty()) return {};
  TRY(CheckTokenIssuer(settings));
  const auto audience = AudienceOf(settings);
  if (!audience) return CheckTokenAudience(settings);
  const auto report = [](const std::string& problem) {
    if (problem.empty()) return base::LogInfo("the token service's keys are read again");
    base::LogWarning("the token service's keys cannot be read: {}", problem);
  };
  auto keys =
      auth::KeySource::Open(settings.token_keys, settings.token_ca_file, {.report = report});
  if (!keys) return std::move(keys).error().At("token_keys");
  keys_ = std::move(*keys);
  auto tokens = TRY(auth::TokenChecker::Make({.issuer = settings.token_issuer,
                                              .audience = *audience,
                                              .consumers = settings.token_consumers},
                                             keys_.get()));
  tokens_.emplace(std::move(tokens));
  OpenAudit(settings);
  // A file is read at once; an address is read while the start goes on.
  const bool is_address = settings.token_keys.find("://") != std::string::npos;
  if (!is_address) keys_->ReadIfDue();
  keys_->Start();
  return {};
}

}  // namespace orgreg::app
