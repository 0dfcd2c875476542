// SPDX-License-Identifier: EUPL-1.2

#include "api/batch_service.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "api/answers/batch_errors.h"
#include "api/answers/errors.h"
#include "api/authority/bearer_secret.h"
#include "api/interface/wanted_position.h"
#include "auth/secrets/freed_memory.h"
#include "base/values/ascii.h"
#include "formats/byte_source.h"
#include "ingest/batches/apply.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kType = "application/x-ndjson";

constexpr std::array kRoutes = {
    http::Route{.methods = {http::Method::kPost}, .pattern = kBatchesPath, .id = 0}};

// A page in a browser may send other types without a preflight request (CORS).
bool IsBatchType(std::string_view type) {
  return base::EqualsIgnoringCase(type.substr(0, type.find(';')), kType);
}

// A client sends what was not taken again and again.
constexpr std::chrono::seconds kBetweenLines(10);

}  // namespace

BatchService::BatchService(Target target, BatchSettings settings)
    : target_(std::move(target)),
      settings_(std::move(settings)),
      router_(kRoutes),
      failures_(kBetweenLines) {}

void BatchService::AnswerFailed(Cause cause, std::string_view message, http::Response* response) {
  failures_.Note(kBatchesPath, message, AnswerBatchFailed(cause, message, kBatchesPath, response));
}

// A client that may not write must not fill the memory with a body that is then refused.
bool BatchService::AdmitBody(const http::Request& head, http::Response* response) {
  return Handle(head, response) == http::Placement::kNeedsPool;
}

http::Placement BatchService::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  if (!match.path_known()) {
    AnswerNotFound(ErrorKind::kUnknownAddress, {}, response);
  } else if (match.id == http::RouteMatch::kNone) {
    AnswerMethodNotAllowed(match.allowed.ToAllow(), {}, response);
  } else if (!settings_.origins.IsSafe(request)) {
    AnswerPlainSecret({}, response);
  } else if (!ShowsSecret(request, settings_.token)) {
    AnswerRefusal(401, "Bearer", {}, response);
  } else if (!IsBatchType(request.Header("Content-Type"))) {
    AnswerUnsupportedType("Content-Type must be application/x-ndjson", {}, response);
  } else {
    return http::Placement::kNeedsPool;
  }
  return http::Placement::kAnswered;
}

void BatchService::HandleSlowly(const http::Request& request, http::Response* response) {
  try {
    Apply(request, response);
  } catch (const std::exception& exception) {
    // Nothing of the current batch is applied.
    counts_.failed.Add();
    AnswerFailed(CauseOf(exception), exception.what(), response);
  }
  auth::WipeUnusedStack();
}

// Has a stack frame of its own, which is wiped afterwards.
[[gnu::noinline]] void BatchService::Apply(const http::Request& request, http::Response* response) {
  formats::MemorySource body(request.body);
  formats::GzipSource unpacked(&body);
  formats::ByteSource* const source =
      formats::BeginsAsGzip(request.body) ? static_cast<formats::ByteSource*>(&unpacked) : &body;
  std::string& out = response->body();
  std::optional<std::int64_t> position;
  const auto acknowledge = [&](const ingest::Acknowledgement& done) -> base::Status {
    position = done.last_update;
    (done.repeated ? counts_.repeated : counts_.applied).Add();
    out.append(done.ToJson()).append("\n");
    return {};
  };
  response->AddHeader("Content-Type", kType);
  const std::lock_guard lock(applying_);
  const auto target = target_();
  const auto report =
      target ? ingest::ApplyBatches(*target, source,
                                    {.sealing = settings_.sealing(), .acknowledge = acknowledge})
             : base::Result<ingest::ApplyReport>(target.error());
  if (settings_.applied) settings_.applied();
  if (position) response->AddHeader(kPositionField, std::to_string(*position));
  if (!report) {
    counts_.failed.Add();
    AnswerFailed(CauseOf(report.error().code), report.error().message, response);
  } else if (report->refused()) {
    counts_.refused.Add();
    AnswerBatchRefused(report->problems.count, report->problems.Texts(), response);
  }
}

void BatchService::HandleFault(http::Fault fault, http::Response* response) {
  AnswerFault(fault, {}, response);
}

}  // namespace orgreg::api
