// A LongAnswer is what a connection keeps for an answer that takes more than one turn of
// its thread: one worked out on the pool, a file, or a stream. It exists only meanwhile, so
// that the many other connections stay small.
//
// It changes hands: while a job of the connection is on the pool, the job alone touches it;
// otherwise the connection's thread does.

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "http/body.h"
#include "http/download_pace.h"
#include "http/handler.h"
#include "http/limits.h"
#include "http/request_copy.h"
#include "http/response.h"
#include "http/response_writer.h"
#include "http/work_pool.h"

namespace orgreg::http {

// What of a request decides how its answer is sent.
struct Asked {
  BodyPart body = BodyPart::kSend;
  bool http_1_0 = false;
};

struct LongAnswer {
  LongAnswer(const Asked& how, const Limits& limits, DownloadPace::Time now)
      : asked(how), pace(limits, now) {}
  ~LongAnswer();
  LongAnswer(const LongAnswer&) = delete;
  LongAnswer& operator=(const LongAnswer&) = delete;

  // Takes one of the `limit` places for streams that `count` counts, until the end. False
  // if there is none left.
  bool CountStream(std::atomic<std::size_t>* count, std::size_t limit);

  // On the pool: the handler's answer goes to `response`.
  void WorkOut(Handler* handler, DownloadPace::Time begin_by);
  // On the pool: the stream's next bytes, as they are sent, go to `part`.
  void MakePart();

  enum class Outcome { kDone, kTooLate, kFailed };

  const Asked asked;
  DownloadPace pace;
  Outcome outcome = Outcome::kDone;  // of the last job
  WorkPool* pool = nullptr;          // that has the job

  std::optional<RequestCopy> request = {};
  Response response = {};

  FileBody file = {};  // what is left of it

  std::unique_ptr<BodyStream> stream = {};
  bool is_secret = false;                       // what it gives
  std::atomic<std::size_t>* streams = nullptr;  // where it is counted
  std::string part = {};
  bool last_part = false;
};

}  // namespace orgreg::http
