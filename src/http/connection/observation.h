// SPDX-License-Identifier: EUPL-1.2

// An Observation follows the present request of a connection, and tells the observer once of its
// answer: when that is sent, or when the object is begun again or destroyed before. Without an
// observer it does nothing. One thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "http/message/handler.h"
#include "http/message/observer.h"
#include "http/message/request.h"

namespace orgreg::http {

class Observation {
 public:
  using Clock = std::chrono::steady_clock;

  // `observer` may be null; it outlives the object.
  Observation(Observer* observer, std::size_t worker) : observer_(observer), worker_(worker) {}
  ~Observation() { Cut(); }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  // A request was read.
  void Begin(const Request& request, const Handler& handler);

  // The head of the answer, and perhaps its body, is about to be sent. Bytes that were not a
  // request have an answer too.
  void Answer(const Response& response, std::size_t bytes);
  // More of it was sent.
  void Add(std::uint64_t bytes) { answered_.bytes += bytes; }

  // All of it was sent.
  void End() { Report(/*is_cut=*/false); }
  // The rest of it will not be sent. Nothing if there is no request.
  void Cut() { Report(/*is_cut=*/true); }

 private:
  struct Names {
    std::string client = {};
    std::string trace = {};
    std::string answer_id = {};

    void Clear() {
      client.clear();
      trace.clear();
      answer_id.clear();
    }
  };

  void Report(bool is_cut);
  Names& NamesOfAnswer();

  Observer* observer_;
  std::size_t worker_;
  bool is_open_ = false;
  Clock::time_point begun_ = {};
  Answered answered_ = {};
  std::unique_ptr<Names> names_;  // Null until the first one that the observer wants.
};

}  // namespace orgreg::http
