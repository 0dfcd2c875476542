// SPDX-License-Identifier: EUPL-1.2

// Reads steps from bytes that come piece by piece and may be anything: each frame is checked before
// it is handed over, and a step whose bytes changed on the way is found at its end. One thread at a
// time.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/checksum.h"
#include "store/replica.h"
#include "store/steps/step_form.h"
#include "store/steps/stream_hash.h"

namespace orgreg::store {

// Takes what a StepWriter wrote, in that order. An error ends the reading.
class StepSink {
 public:
  virtual ~StepSink() = default;

  virtual base::Status Meet(const SourceFacts& facts) = 0;
  virtual base::Status Begin(CommitId since, CommitId until) = 0;
  virtual base::Status Take(const ReplicaRow& row) = 0;
  virtual base::Status Take(const LineView& line) = 0;
  virtual base::Status Take(const CommitRecord& commit) = 0;
  virtual base::Status Take(const Note& note) = 0;
  virtual base::Status End(const Summary& goal) = 0;
  virtual base::Status NothingNew(CommitId position) = 0;
};

class StepReader {
 public:
  // `sink` outlives the reader.
  explicit StepReader(StepSink* sink) : sink_(sink) {}

  // Takes further bytes. kCorrupt if they are no step, kLimit if a frame is too long; else the
  // error of the sink. After an error the reader is only destroyed.
  base::Status Read(std::string_view bytes);
  // The bytes end between two frames of no step.
  bool is_between_steps() const { return rest_.empty() && !is_in_step_; }

 private:
  base::Status ReadFrames(std::string_view* bytes);
  base::Status ReadFrame(Frame frame, std::string_view whole, std::string_view payload);

  StepSink* sink_;
  StreamHash hash_;
  std::string rest_;  // The beginning of a frame.
  bool is_in_step_ = false;
};

}  // namespace orgreg::store
