// SPDX-License-Identifier: EUPL-1.2

// Takes batches of changes over HTTP, as orgreg apply takes them from files (docs/batches.md, Over
// HTTP). A handler of its own for a listener of its own: its operations are never on the public
// port.
//
// Its functions are called from many threads; batches are applied one request at a time.

#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "api/answers/causes.h"
#include "api/answers/failure_log.h"
#include "api/origin/origin.h"
#include "base/result.h"
#include "base/threads/counters.h"
#include "http/answer/router.h"
#include "http/message/handler.h"
#include "records/readers/role_sealing.h"
#include "records/register.h"

namespace orgreg::api {

inline constexpr std::string_view kBatchesPath = "/batches";

struct BatchSettings {
  // The bearer token of clients; empty: every client that reaches the listener may write.
  std::string token = {};
  // How the numbers of a request are sealed, asked for each.
  std::function<records::NumberSealing()> sealing = [] { return records::NumberSealing(); };
  // Called after batches were applied, by the thread that applied them.
  std::function<void()> applied = {};
  // Decides who may send the token over plain HTTP.
  OriginFinder origins = {};
};

// What became of the batches that were sent.
struct BatchCounts {
  base::SharedCounter applied;
  base::SharedCounter repeated;  // They were applied before.
  base::SharedCounter refused;
  base::SharedCounter failed;
};

class BatchService final : public http::Handler {
 public:
  // The register that takes the batches of a request, or why there is none now.
  using Target = std::function<base::Result<records::Register*>()>;

  BatchService(Target target, BatchSettings settings);

  bool AdmitBody(const http::Request& head, http::Response* response) override;
  http::Placement Handle(const http::Request& request, http::Response* response) override;
  void HandleSlowly(const http::Request& request, http::Response* response) override;
  void HandleFault(http::Fault fault, http::Response* response) override;

  const BatchCounts& counts() const { return counts_; }

 private:
  void Apply(const http::Request& request, http::Response* response);
  void AnswerFailed(Cause cause, std::string_view message, http::Response* response);

  Target target_;
  BatchSettings settings_;
  http::Router router_;
  BatchCounts counts_;
  FailureLog failures_;
  std::mutex applying_;
};

}  // namespace orgreg::api
