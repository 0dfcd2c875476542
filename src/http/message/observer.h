// SPDX-License-Identifier: EUPL-1.2

// An Observer is told of each answer, so that a server can be watched. It belongs to the
// transport's user, who counts and logs.
//
// The calls come on the threads of the workers, each with the number of its worker (from 0), so
// that an observer can have counters for each worker and share nothing. They must be quick and must
// not throw or wait.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "http/message/handler.h"
#include "http/message/method.h"

namespace orgreg::http {

// One answer, when all of it was given to the system to be sent.
struct Answered {
  int operation = -1;  // Response::operation
  Method method = Method::kOther;
  int status = 0;           // 0: none could be given
  std::uint64_t bytes = 0;  // of its head and body
  // From the moment when the request was read until now.
  std::chrono::nanoseconds duration{0};
  bool is_cut = false;  // The client left, or was cut off, before the end.
  int error = -1;       // Response::error
  // These are empty unless the observer wants them, or without any.
  std::string_view client = {};
  std::string_view trace = {};      // The id that the client has for it: see TraceIdOf.
  std::string_view answer_id = {};  // Response::trace
};

// Why the server closed a connection that asked for nothing wrong.
enum class Closed : std::uint8_t {
  kSilent,   // The client sent nothing in time, or no request after an answer.
  kForRoom,  // It had waited longest when places were few.
  kSlow,     // The client took an answer, or sent a body, too slowly.
  kTooLong,  // Working out the answer took too long.
};
inline constexpr std::size_t kClosedCount = 4;

class Observer {
 public:
  virtual ~Observer() = default;

  // Whether answers shall have their client, and both their ids, which cost a little.
  virtual bool WantsClients() const { return false; }
  virtual bool WantsTraces() const { return false; }

  virtual void OnAnswer(std::size_t worker, const Answered& answered) = 0;
  // The answer itself follows.
  virtual void OnFault(std::size_t worker, Fault fault) = 0;
  virtual void OnAccept(std::size_t worker) = 0;
  // A connection finds no place: it is answered kOverloaded, as far as that can be done.
  virtual void OnRefuse(std::size_t /*worker*/) {}
  virtual void OnClose(std::size_t worker, Closed why) = 0;
};

// The trace id of a value of `traceparent` (https://www.w3.org/TR/trace-context/): 32 hexadecimal
// digits; empty if the value breaks the rules.
std::string_view TraceIdOf(std::string_view traceparent);
// That of a request; empty if it has more than one such field.
std::string_view TraceIdOf(const Request& request);

}  // namespace orgreg::http
