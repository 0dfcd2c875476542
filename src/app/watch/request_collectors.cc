// SPDX-License-Identifier: EUPL-1.2

#include <cstddef>
#include <cstdint>

#include "api/answers/error_kinds.h"
#include "api/limits/rate_class.h"
#include "app/watch/collectors.h"
#include "base/threads/histogram.h"
#include "http/message/observer.h"
#include "http/server/load.h"
#include "http/work/work_pools.h"

namespace orgreg::app {

// Only those that were asked for: each has many lines.
void CollectDurations(const Moment& moment, Samples* out) {
  for (std::size_t operation = 0; operation < CountOperations(); ++operation) {
    for (std::size_t i = 0; i < kStatusClasses.size(); ++i) {
      const base::Histogram::Reading reading = moment.of.requests->Durations(operation, i);
      if (reading.Count() == 0) continue;
      out->Add(reading, {OperationName(operation), kStatusClasses[i]});
    }
  }
}

// All of them, from the start: a rate is right only if its counter was seen at 0.
void CollectAnswers(const Moment& moment, Samples* out) {
  for (std::size_t i = 0; i < kStatusClasses.size(); ++i) {
    std::uint64_t count = 0;
    for (std::size_t operation = 0; operation < CountOperations(); ++operation)
      count += moment.of.requests->Durations(operation, i).Count();
    out->Add(count, {kStatusClasses[i]});
  }
}

void CollectBytes(const Moment& moment, Samples* out) {
  for (std::size_t operation = 0; operation < CountOperations(); ++operation) {
    const std::uint64_t bytes = moment.of.requests->Bytes(operation);
    if (bytes != 0) out->Add(bytes, {OperationName(operation)});
  }
}

void CollectErrors(const Moment& moment, Samples* out) {
  for (const api::ErrorRow& row : api::ErrorRows())
    out->Add(moment.of.requests->Errors(row.kind), {row.name});
}

void CollectRateLimits(const Moment& moment, Samples* out) {
  for (std::size_t i = 0; i < api::kRateClassNames.size(); ++i) {
    out->Add(moment.of.requests->Limited(static_cast<api::RateClass>(i)),
             {api::kRateClassNames[i]});
  }
}

void CollectConnections(const Moment& moment, Samples* out) {
  for (std::size_t i = 0; i < http::kConnectionStates.size(); ++i)
    out->Add(std::uint64_t{moment.load.connections[i]}, {http::kConnectionStates[i]});
}

void CollectClosed(const Moment& moment, Samples* out) {
  for (std::size_t i = 0; i < kClosedNames.size(); ++i)
    out->Add(moment.of.requests->Closed(static_cast<http::Closed>(i)), {kClosedNames[i]});
}

void CollectWaitingJobs(const Moment& moment, Samples* out) {
  for (const http::WorkPools::Queue& queue : moment.load.queues)
    out->Add(std::uint64_t{queue.waiting}, {queue.pool});
}

void CollectPoolThreads(const Moment& moment, Samples* out) {
  for (const http::WorkPools::Queue& queue : moment.load.queues)
    out->Add(std::uint64_t{queue.threads}, {queue.pool});
}

}  // namespace orgreg::app
