// SPDX-License-Identifier: EUPL-1.2

// Counts answers, errors and connections of a server. Each of its workers has counters of its own,
// so counting shares nothing and waits for nothing; reading adds them up, from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "api/answers/error_kinds.h"
#include "api/limits/rate_class.h"
#include "base/threads/counters.h"
#include "base/threads/histogram.h"
#include "http/message/observer.h"

namespace orgreg::app {

// The classes of statuses; "none" of a client that left before there was an answer.
inline constexpr std::array<std::string_view, 5> kStatusClasses = {"none", "2xx", "3xx", "4xx",
                                                                   "5xx"};
// In the order of http::Closed.
inline constexpr std::array<std::string_view, http::kClosedCount> kClosedNames = {
    "silent", "room", "slow", "too_long"};

// The operations and pages by their ids (api/routes.h); the last one stands for none of them.
std::size_t CountOperations();
std::string_view OperationName(std::size_t operation);

class RequestCounts {
 public:
  explicit RequestCounts(std::size_t workers);

  // By the thread of the worker. `worker` is less than the number of workers.
  void NoteAnswer(std::size_t worker, const http::Answered& answered);
  void NoteAccept(std::size_t worker) { workers_[worker]->accepted.Add(); }
  void NoteRefusal(std::size_t worker) { workers_[worker]->refused.Add(); }
  void NoteClose(std::size_t worker, http::Closed why) {
    workers_[worker]->closed[static_cast<std::size_t>(why)].Add();
  }

  base::Histogram::Reading Durations(std::size_t operation, std::size_t status_class) const;
  std::uint64_t Bytes(std::size_t operation) const;
  std::uint64_t Errors(api::ErrorKind kind) const;
  std::uint64_t Limited(api::RateClass rate) const;
  std::uint64_t Closed(http::Closed why) const;
  std::uint64_t accepted() const;
  std::uint64_t refused() const;
  std::uint64_t cut() const;

 private:
  static constexpr std::size_t kErrorCount = static_cast<std::size_t>(api::ErrorKind::kVersion) + 1;

  struct alignas(64) Counts {
    Counts();

    std::vector<base::Histogram> durations;  // By operation and class of status.
    std::vector<base::OwnCounter> bytes;     // By operation.
    std::array<base::OwnCounter, kErrorCount> errors;
    std::array<base::OwnCounter, api::kRateClassNames.size()> limited;
    std::array<base::OwnCounter, http::kClosedCount> closed;
    base::OwnCounter accepted;
    base::OwnCounter refused;
    base::OwnCounter cut;
  };

  template <typename Read>
  std::uint64_t Sum(Read read) const;

  std::vector<std::unique_ptr<Counts>> workers_;
};

}  // namespace orgreg::app
