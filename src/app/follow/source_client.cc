// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/source_client.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>

#include "api/replica_service.h"
#include "app/settings/token_file.h"
#include "base/build_id.h"
#include "base/values/ascii.h"
#include "http/client/get.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr std::chrono::seconds kHeadTime(10);
// The source says something twice a second.
constexpr std::chrono::seconds kPatience(20);
constexpr std::chrono::seconds kLongestPause(5);
constexpr std::size_t kMostErrorBytes = std::size_t{64} << 10;

constexpr int kOk = 200;
constexpr int kUnauthorised = 401;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;

Status StatusOf(const http::GetAnswer& answer) {
  switch (answer.status) {
    case kOk:
      return {};
    case kUnauthorised:
      return Error{Code::kInvalid, "it does not accept the token of source_token_file"};
    case kForbidden:
      return Error{Code::kInvalid, "it takes no token over plain HTTP: use https://"};
    case kNotFound:
      return Error{Code::kNotFound, "it does not have what was asked"};
    default:
      return Error{Code::kUnavailable, fmt::format("it answered with status {}", answer.status)};
  }
}

}  // namespace

base::Result<http::Url> ParseSource(std::string_view text) {
  auto url = TRY(http::ParseUrl(text));
  if (url.target == "/" && !url.has_user_info) return url;
  return Error{Code::kInvalid, "has a path or a user"};
}

Status SourceClient::Fetch(const std::string& path, const Take& take,
                           const std::stop_token& stop) const {
  http::GetRequest request{.url = TRY(ParseSource(address_.text)),
                           .ca_file = address_.ca_file,
                           .timeout = kHeadTime,
                           .most_body_bytes = kMostErrorBytes,
                           .stop = stop};
  request.url.target = std::string(api::kReplicaPath) + path;
  if (!address_.token_file.empty()) {
    const auto token = TRY(ReadTokenFile(address_.token_file));
    request.fields.push_back({"Authorization", "Bearer " + token});
  }
  const auto answer = http::GetPieces(request, {.take = take, .patience = kPatience});
  Status done = answer ? StatusOf(*answer) : Status(answer.error());
  return done ? Status() : Status(std::move(done).error().At(address_.text));
}

Status SourceClient::Follow(store::CommitId commit, std::uint64_t fingerprint,
                            store::StepSink* sink, const std::stop_token& stop) {
  store::StepReader reader(sink);
  TRY(Fetch(
      fmt::format("/steps/{}/{:x}", commit.value, fingerprint),
      [&reader](std::string_view piece) { return reader.Read(piece); }, stop));
  return Error{Code::kUnavailable, "it has ended the connection"}.At(address_.text);
}

Status SourceClient::FetchDocument(std::string_view sha256, const Take& take,
                                   const std::stop_token& stop) {
  return Fetch(fmt::format("/documents/{}", sha256), take, stop);
}

Status SourceClient::FetchSegment(std::string_view kind, const Take& take,
                                  const std::stop_token& stop) {
  return Fetch(fmt::format("/segments/{}/{}", base::ToHex(base::BuildId()), kind), take, stop);
}

std::chrono::milliseconds SourceClient::longest_pause() const { return kLongestPause; }

}  // namespace orgreg::app
