// SPDX-License-Identifier: EUPL-1.2

// The part of a Connection that sends long answers: see LongAnswer.

#include <sys/ioctl.h>
#include <sys/types.h>
// After it: SIOCOUTQ.
#include <linux/sockios.h>

#include <algorithm>
#include <boost/asio/socket_base.hpp>
#include <optional>
#include <utility>

#include "http/connection/connection.h"
#include "http/message/body.h"
#include "http/message/observer.h"
#include "http/message/request.h"
#include "http/message/response.h"
#include "http/work/work_pool.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// A turn sends so much of a file: enough that the cost of turns does not count, little enough that
// waiting clients do not notice.
constexpr std::uint64_t kTurnBytes = std::uint64_t{512} * 1024;

// The bytes that were sent and have not yet reached the client's machine.
std::uint64_t QueuedBytes(int socket) {
  int size = 0;  // It stays so if the system does not say.
  ::ioctl(socket, SIOCOUTQ, &size);
  return static_cast<std::uint64_t>(std::max(size, 0));
}

}  // namespace

// The request is copied now, since its buffers are the thread's; the job begins once the
// answers before it are sent.
Connection::After Connection::PutOff(const Request& request, const Asked& asked,
                                     Placement placement) {
  Asked of_pool = asked;
  of_pool.pool = placement == Placement::kLater ? nullptr : context_->pools->Of(placement);
  long_ = std::make_unique<LongAnswer>(of_pool, *context_->limits, Clock::now());
  long_->client = context_->handler->CountsAs(request);
  long_->request.emplace(request);
  return After::kJob;
}

void Connection::WaitForLater() {
  phase_ = Phase::kJob;
  deadline_ = job_deadline_ = long_->since + context_->limits->job_timeout;
  context_->later->Add(this);
}

void Connection::TryAgain() {
  Proceed({}, [this] { AskAgain(); });
}

void Connection::AskAgain() {
  phase_ = Phase::kIdle;
  long_->request->set_waited(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - long_->since));
  const Request& request = long_->request->request();
  Response& response = context_->response;
  response.Clear();
  Placement placement = Placement::kAnswered;
  try {
    placement = context_->handler->Handle(request, &response);
  } catch (...) {
    closing_ = true;
    return Flush(After::kRead);
  }
  if (placement == Placement::kLater) return WaitForLater();
  if (placement != Placement::kAnswered) {
    long_->asked.pool = context_->pools->Of(placement);
    return SubmitJob();
  }
  const std::unique_ptr<LongAnswer> done = std::move(long_);
  Flush(PutAnswer(&response, request, done->asked));
}

void Connection::SubmitJob() {
  const auto now = Clock::now();
  const auto begin_by = now + context_->limits->queue_timeout;
  job_done_.then = [this] { Proceed({}, [this] { OnJobDone(); }); };
  WorkPool::Job job = {.owner = this, .client = long_->client, .work = [this, begin_by] {
                         long_->WorkOut(context_->handler, begin_by);
                         context_->completions->Add(&job_done_);
                       }};
  if (!long_->asked.pool->Submit(std::move(job), WorkPool::Admission::kBounded)) {
    const std::unique_ptr<LongAnswer> refused = std::move(long_);
    return Flush(AnswerOverload(refused->request->request(), refused->asked.body));
  }
  phase_ = Phase::kJob;
  job_deadline_ = now + context_->limits->job_timeout;
  deadline_ = std::min(begin_by, job_deadline_);
}

void Connection::OnJobDone() {
  phase_ = Phase::kIdle;
  const std::unique_ptr<LongAnswer> done = std::move(long_);
  switch (done->outcome) {
    case LongAnswer::Outcome::kDone:
      return Flush(PutAnswer(&done->response, done->request->request(), done->asked));
    case LongAnswer::Outcome::kTooLate:
      return Flush(AnswerOverload(done->request->request(), done->asked.body));
    case LongAnswer::Outcome::kFailed:
      // Closed without an answer, as when Handle throws.
      closing_ = true;
      return Flush(After::kRead);
  }
}

// Returns false if the client's share of memory has no room for it.
bool Connection::BeginStream(const BodyStream& stream, const Request& request, const Asked& asked) {
  Asked of_pool = asked;
  if (of_pool.pool == nullptr) of_pool.pool = context_->pools->Of(Placement::kNeedsPool);
  auto answer = std::make_unique<LongAnswer>(of_pool, *context_->limits, Clock::now());
  answer->client = context_->handler->CountsAs(request);
  answer->memory = context_->waiting->Take(answer->client, stream.held_bytes());
  if (!answer->memory.is_held()) return false;
  long_ = std::move(answer);
  return true;
}

Connection::After Connection::TakeBody(Response* response, const Asked& asked) {
  if (response->has_stream()) {
    long_->stream = response->TakeStream();
    long_->input = std::move(input_);
    long_->is_secret = response->is_secret();
    return After::kPart;
  }
  if (!response->has_file() || response->file().size_bytes == 0) return After::kNextRequest;
  long_ = std::make_unique<LongAnswer>(asked, *context_->limits, Clock::now());
  long_->file = response->file();
  return After::kFile;
}

void Connection::TakeTurn() {
  Proceed({}, [this] {
    if (phase_ == Phase::kHandshake) {
      ShakeHands();
    } else {
      SendFile();
    }
  });
}

// A file that is shorter than announced, or cannot be read, ends the connection.
void Connection::SendFile() {
  FileBody& left = long_->file;
  const std::uint64_t wanted = std::min(left.size_bytes, kTurnBytes);
  const std::optional<std::uint64_t> taken = wire_.SendFile(
      left.file->descriptor(), static_cast<off_t>(left.offset_bytes), std::size_t{wanted});
  if (!taken) {
    context_->remove(position_);
    return;
  }
  long_->pace.Give(*taken);
  observation_.Add(*taken);
  left.offset_bytes += *taken;
  left.size_bytes -= *taken;
  if (left.size_bytes == 0) {
    phase_ = Phase::kIdle;
    after_ = After::kNextRequest;
    Continue();
  } else if (*taken < wanted) {
    WaitForRoom();
  } else {
    left.file->ReadAhead(left.offset_bytes, std::min(left.size_bytes, kTurnBytes));
    context_->turns->Add(this);
  }
}

void Connection::WaitForRoom() {
  wire_.AsyncAwaitRoom(
      [this](const error_code& error) { Proceed(error, [this] { context_->turns->Add(this); }); });
}

void Connection::SubmitPart() {
  const auto now = Clock::now();
  job_done_.then = [this] { Proceed({}, [this] { OnPartDone(); }); };
  long_->pace.Pause(now);
  long_->asked.pool->Submit({.owner = this,
                             .client = long_->client,
                             .work =
                                 [this] {
                                   long_->MakePart();
                                   context_->completions->Add(&job_done_);
                                 }},
                            WorkPool::Admission::kAlways);
  phase_ = Phase::kJob;
  deadline_ = job_deadline_ = now + context_->limits->job_timeout;
}

void Connection::OnPartDone() {
  if (long_->outcome != LongAnswer::Outcome::kDone) return CutOff();
  phase_ = Phase::kIdle;
  long_->pace.Resume(Clock::now());
  observation_.Add(long_->part.size());
  context_->out.Take(&long_->part, long_->is_secret);
  // What a stream leaves of its input would be taken for the next request.
  closing_ |= long_->last_part && long_->input != nullptr && !long_->input->IsComplete();
  Flush(long_->last_part ? After::kNextRequest : After::kPart);
}

// A missing last chunk shows the client that the body is incomplete. HTTP/1.0 has no chunks: there
// only a reset shows it, which an explicit close gives.
void Connection::CutOff() {
  observation_.Cut();
  closing_ = true;
  const bool http_1_0 = long_->asked.http_1_0;
  long_.reset();
  if (!http_1_0) return BeginLinger();
  error_code error;
  wire_.socket().set_option(asio::socket_base::linger(true, 0), error);
  wire_.socket().close(error);
  context_->remove(position_);
}

// The deadline for the beginning of the job comes first, then the one for its end.
void Connection::CheckJob(Clock::time_point now) {
  if (now >= job_deadline_) {
    NoteClose(Closed::kTooLong);
    Close();
    return;
  }
  deadline_ = job_deadline_;
  WithdrawJob();
}

// A job that has not begun is withdrawn as too late. One that has begun comes back by itself, as
// does what waits for the handler.
void Connection::WithdrawJob() {
  if (long_->asked.pool == nullptr || !long_->asked.pool->Withdraw(this)) return;
  long_->outcome = LongAnswer::Outcome::kTooLate;
  deadline_ = Clock::time_point::max();
  context_->completions->Add(&job_done_);
}

void Connection::CheckPace(Clock::time_point now) {
  const bool is_too_slow =
      phase_ == Phase::kTaking
          ? long_->input->pace.IsTooSlow(now, 0)
          : long_->pace.IsTooSlow(now, QueuedBytes(wire_.socket().native_handle()));
  if (!is_too_slow) return;
  NoteClose(Closed::kSlow);
  Close();
}

}  // namespace orgreg::http
