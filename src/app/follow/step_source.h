// SPDX-License-Identifier: EUPL-1.2

// Where a replica has its steps from: another server (source_client.h), or a database
// (database_source.h). The calls of one thread at a time follow; the others are of any thread.
//
// Errors name the address. kUnavailable is temporary, and so may be the others, since an operator
// mends the source or the settings: the follower tries again.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/steps/step_reader.h"
#include "store/store.h"

namespace orgreg::app {

class StepSource {
 public:
  using Take = std::function<base::Status(std::string_view)>;

  StepSource() = default;
  StepSource(const StepSource&) = delete;
  StepSource& operator=(const StepSource&) = delete;
  virtual ~StepSource() = default;

  // Takes steps from that state on until the source is lost, which is kUnavailable too, or a stop;
  // or the error of the sink.
  virtual base::Status Follow(store::CommitId commit, std::uint64_t fingerprint,
                              store::StepSink* sink, const std::stop_token& stop) = 0;
  // Asked after Follow has not met the replica, whose store this is: why the source counts as set
  // back, so that to follow it would undo removals or give ids twice; empty if it does not.
  virtual base::Result<std::string> WhySetBack(store::Store* replica) = 0;
  // Whether it has copies of documents, and segments; otherwise the next two are not called.
  virtual bool has_files() const = 0;
  // Takes a document or a segment; kNotFound if the source does not have it.
  virtual base::Status FetchDocument(std::string_view sha256, const Take& take,
                                     const std::stop_token& stop) = 0;
  virtual base::Status FetchSegment(std::string_view kind, const Take& take,
                                    const std::stop_token& stop) = 0;
  // The store that says which copies of documents are needed here, if it is another one than that
  // of the replica; else null.
  virtual base::Result<store::Store*> DocumentLists() = 0;
  // After failures, the longest pause before the next attempt.
  virtual std::chrono::milliseconds longest_pause() const = 0;

  // For people, and for the mark of the replica.
  virtual const std::string& address() const = 0;
};

}  // namespace orgreg::app
