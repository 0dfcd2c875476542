// SPDX-License-Identifier: EUPL-1.2

// Writes steps as bytes. One thread at a time.

#pragma once

#include <string>

#include "store/checksum.h"
#include "store/replica.h"
#include "store/steps/step_form.h"
#include "store/steps/stream_hash.h"
#include "store/store.h"

namespace orgreg::store {

// Appends frames to a text that the caller may empty between two calls.
class StepWriter {
 public:
  explicit StepWriter(std::string* out) : out_(out) {}

  void Introduce(const SourceFacts& facts);
  // A step from one commit to another has a beginning, notes, what its visitor gives, and an end.
  void Begin(CommitId since, CommitId until);
  void Add(const Note& note);
  StepVisitor visitor();
  void End(const Summary& goal);
  // Between two steps: the source is there, and at this commit.
  void NothingNew(CommitId position);

 private:
  template <typename Fill>
  void Add(Frame frame, const Fill& fill);

  std::string* out_;
  StreamHash hash_;
};

}  // namespace orgreg::store
