// SPDX-License-Identifier: EUPL-1.2

// A LongAnswer is the state of an answer that a connection cannot send at once: one worked out on
// the pool, a file, or a stream. It exists only during that answer, so that the many other
// connections stay small.
//
// It changes hands: while a job of the connection is on the pool, the job alone touches it;
// otherwise the connection's thread does.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/threads/fair_share.h"
#include "http/connection/response_writer.h"
#include "http/connection/streamed_input.h"
#include "http/connection/transfer_pace.h"
#include "http/message/body.h"
#include "http/message/handler.h"
#include "http/message/limits.h"
#include "http/message/request_copy.h"
#include "http/message/response.h"
#include "http/work/work_pool.h"

namespace orgreg::http {

// The parts of a request that decide how its answer is sent.
struct Asked {
  BodyPart body = BodyPart::kSend;
  bool http_1_0 = false;
  WorkPool* pool = nullptr;  // that works for it
};

struct LongAnswer {
  LongAnswer(const Asked& how, const Limits& limits, TransferPace::Time now)
      : asked(how), pace(TransferPace::OfDownloads(limits), now), since(now) {}
  LongAnswer(const LongAnswer&) = delete;
  LongAnswer& operator=(const LongAnswer&) = delete;

  // On the pool: the handler's answer goes to `response`.
  void WorkOut(Handler* handler, TransferPace::Time begin_by);
  // On the pool: the stream's next bytes, as they are sent, go to `part`. It is empty only if the
  // stream needs more input. The piece of input that is there goes to the stream first.
  void MakePart();

  // The stream can go on only after more of the request's body was read.
  bool WaitsForInput() const {
    return input != nullptr && !input->IsComplete() && stream->NeedsInput();
  }

  enum class Outcome { kDone, kTooLate, kFailed };

  Asked asked;  // without a pool while the request waits for another call of the handler
  TransferPace pace;
  const TransferPace::Time since;
  Outcome outcome = Outcome::kDone;  // of the last job
  std::string client = {};           // for whom it is done, as WorkPool::Job has it

  std::optional<RequestCopy> request = {};
  Response response = {};

  FileBody file = {};  // what is left of it

  base::FairShare::Part memory = {};  // given back when the stream is gone, not before
  std::unique_ptr<BodyStream> stream = {};
  std::unique_ptr<StreamedInput> input = {};  // of the stream, if it is made of its request's body
  bool is_secret = false;                     // what it gives
  std::string part = {};
  bool last_part = false;

 private:
  void HandInputOver() const;
};

}  // namespace orgreg::http
