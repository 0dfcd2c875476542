// SPDX-License-Identifier: EUPL-1.2

#include "api/authority/authority.h"

#include <chrono>
#include <string_view>

#include "api/answers/errors.h"

namespace orgreg::api {
namespace {

const std::vector<std::string>& ScopesOf(const Authority& authority, Access access) {
  return access == Access::kRoleStatement ? authority.role_statement_scopes : authority.role_scopes;
}

auth::Verdict NoKeys() {
  auth::Verdict verdict;
  verdict.refusal = {.fault = auth::Fault::kNoKeys, .status = 503};
  return verdict;
}

}  // namespace

auth::Verdict Admit(const Authority& authority, const Applicant& applicant,
                    http::Response* response) {
  std::vector<std::string_view> fields;
  applicant.request.ForEachHeader("Authorization",
                                  [&](std::string_view value) { fields.push_back(value); });
  const std::vector<std::string>& wanted = ScopesOf(authority, applicant.access);
  const std::vector<std::string_view> scopes(wanted.begin(), wanted.end());
  auth::Verdict verdict = authority.tokens == nullptr
                              ? NoKeys()
                              : authority.tokens->Check({.authorization = fields,
                                                         .scopes = scopes,
                                                         .now = std::chrono::system_clock::now(),
                                                         .address = applicant.address,
                                                         .wait = applicant.wait});
  if (verdict.kind != auth::Verdict::Kind::kRefused) return verdict;
  if (verdict.refusal.status == 503) {
    AnswerLater(Cause::kNoTokenKeys, applicant.errors, response);
    return verdict;
  }
  AnswerRefusal(verdict.refusal.status, verdict.refusal.challenge, applicant.errors, response);
  return verdict;
}

}  // namespace orgreg::api
