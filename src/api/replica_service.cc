// SPDX-License-Identifier: EUPL-1.2

#include "api/replica_service.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "api/answers/causes.h"
#include "api/answers/errors.h"
#include "api/authority/bearer_secret.h"
#include "base/build_id.h"
#include "base/result.h"
#include "base/values/ascii.h"
#include "http/message/body.h"
#include "model/registers/documents.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kType = "application/octet-stream";

enum Route { kSteps, kDocument, kSegment };

constexpr http::MethodSet kRead = {http::Method::kGet};
constexpr std::array kRoutes = {
    http::Route{kRead, "/replica/1/steps/{commit}/{fingerprint}", kSteps},
    http::Route{kRead, "/replica/1/documents/{sha256}", kDocument},
    http::Route{kRead, "/replica/1/segments/{build}/{kind}", kSegment},
};

// The body counts as a replica while it is sent.
class FeedStream final : public http::BodyStream {
 public:
  FeedStream(std::unique_ptr<records::ReplicaFeed> feed, std::atomic<std::size_t>* streams)
      : feed_(std::move(feed)), streams_(streams) {
    ++*streams_;
  }
  ~FeedStream() override { --*streams_; }

  base::Result<bool> Next(std::string* out) override { return feed_->Next(out); }

 private:
  std::unique_ptr<records::ReplicaFeed> feed_;
  std::atomic<std::size_t>* streams_;
};

template <typename Number>
std::optional<Number> Parse(std::string_view text, int base) {
  Number number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, base);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

// False if there is no such file, or none that can be read. A lack of descriptors is not that: the
// replica would go on without the file.
bool AnswerFileAt(const std::string& path, http::Response* response) {
  auto file = http::OpenFile::Open(path);
  if (!file && file.error().code == base::Code::kUnavailable) {
    AnswerLater(Cause::kShortage, {}, response);
    return true;
  }
  if (!file) return false;
  const std::uint64_t size = (*file)->size_bytes();
  response->AddHeader("Content-Type", kType);
  response->set_file({.file = std::move(*file), .offset_bytes = 0, .size_bytes = size});
  return true;
}

}  // namespace

ReplicaService::ReplicaService(records::ReplicaSource source, ReplicaSettings settings)
    : source_(source), settings_(std::move(settings)), router_(kRoutes) {}

// Nothing here takes a body.
bool ReplicaService::AdmitBody(const http::Request& head, http::Response* response) {
  Handle(head, response);
  return false;
}

http::Placement ReplicaService::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  if (!Admit(request, match, response)) return http::Placement::kAnswered;
  bool is_found = false;
  switch (match.id) {
    case kSteps:
      is_found = AnswerSteps(match, response);
      break;
    case kDocument:
      is_found = AnswerDocument(match, response);
      break;
    case kSegment:
      is_found = AnswerSegment(match, response);
      break;
    default:
      break;
  }
  if (!is_found) AnswerNotFound(ErrorKind::kUnknownAddress, {}, response);
  return http::Placement::kAnswered;
}

bool ReplicaService::Admit(const http::Request& request, const http::RouteMatch& match,
                           http::Response* response) const {
  if (!match.path_known()) {
    AnswerNotFound(ErrorKind::kUnknownAddress, {}, response);
  } else if (match.id == http::RouteMatch::kNone) {
    AnswerMethodNotAllowed(match.allowed.ToAllow(), {}, response);
  } else if (!settings_.origins.IsSafe(request)) {
    AnswerPlainSecret({}, response);
  } else if (!ShowsSecret(request, settings_.token)) {
    AnswerRefusal(401, "Bearer", {}, response);
  } else {
    return true;
  }
  return false;
}

bool ReplicaService::AnswerSteps(const http::RouteMatch& match, http::Response* response) {
  const auto commit = Parse<std::int64_t>(match.captures[0], 10);
  const auto fingerprint = Parse<std::uint64_t>(match.captures[1], 16);
  if (!commit || *commit < 0 || !fingerprint) return false;
  response->AddHeader("Content-Type", kType);
  response->AddHeader("Cache-Control", "no-store");
  response->set_stream(std::make_unique<FeedStream>(
      source_.Begin({.commit = *commit, .fingerprint = *fingerprint}, settings_.stop), &streams_));
  return true;
}

bool ReplicaService::AnswerDocument(const http::RouteMatch& match, http::Response* response) const {
  const std::string_view sha256 = match.captures[0];
  return model::IsSha256(sha256) && AnswerFileAt(settings_.documents.PathOf(sha256), response);
}

// Another build would not use it.
bool ReplicaService::AnswerSegment(const http::RouteMatch& match, http::Response* response) const {
  if (match.captures[0] != base::ToHex(base::BuildId())) return false;
  const auto* const row =
      std::ranges::find(model::kKindRows, match.captures[1], &model::KindRow::many);
  return row != model::kKindRows.end() && AnswerFileAt(settings_.segment(row->kind), response);
}

void ReplicaService::HandleFault(http::Fault fault, http::Response* response) {
  AnswerFault(fault, {}, response);
}

}  // namespace orgreg::api
