// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/basic_access.h"

#include <string>
#include <vector>

namespace orgreg::api {
namespace {

using Kind = auth::BasicVerdict::Kind;

void AddRetryAfter(std::chrono::seconds pause, http::Response* response) {
  response->AddHeader("Retry-After", std::to_string(pause.count()));
}

}  // namespace

auth::BasicVerdict CheckBasic(auth::BasicCheck* users, const http::Request& request,
                              std::string_view address, BasicPace pace) {
  std::vector<std::string_view> fields;
  request.ForEachHeader("Authorization", [&](std::string_view value) { fields.push_back(value); });
  const auth::BasicRequest asked{.authorization = fields, .address = address};
  return pace == BasicPace::kQuick ? users->Look(asked) : users->Check(asked);
}

void AnswerBasicRefusal(const auth::BasicVerdict& verdict, std::string_view challenge,
                        const ErrorStyle& style, http::Response* response) {
  response->AddHeader("Cache-Control", "no-store");
  switch (verdict.kind) {
    case Kind::kNoCredentials:
    case Kind::kWrong:
      // The answer does not say what is wrong with them.
      return AnswerRefusal(401, challenge, style, response);
    case Kind::kLimited:
      AddRetryAfter(verdict.retry_after, response);
      return AnswerTooManyRequests(ErrorKind::kTooManyRequests, style, response);
    case Kind::kBusy:
    case Kind::kRight:
    case Kind::kUndecided:
    case Kind::kUnusable:
      return AnswerLater(Cause::kOverload, style, response);
  }
}

}  // namespace orgreg::api
