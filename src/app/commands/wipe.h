// SPDX-License-Identifier: EUPL-1.2

// Overwrites the remains of removed records in unused parts of the store, and deletes copies of
// documents that no list has any more and the rests of killed processes (rests.h). A writing
// command does this at its end, or while it goes on writing.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/place/place.h"
#include "records/documents/folder.h"
#include "records/register.h"
#include "store/store.h"

namespace orgreg::app {

// Tries for some seconds while other processes still read the remains. A failure is reported on
// standard error and is not a failure of the command: the next writer tries again.
void WipeWithdrawn(records::Register* target, const Place& place);

// Wipes on a thread of its own, which ends with the object. Wiping reads the whole store, so
// it waits for a pause in the writing, though not for ever. While other processes still read the
// remains it tries again. The next writer does the rest.
class Wiper {
 public:
  // The store whose lists say which documents are kept; null: that of the target.
  using DocumentLists = std::function<base::Result<store::Store*>()>;

  // `target`, the register in that place, outlives the wiper.
  Wiper(records::Register* target, const Place& place, DocumentLists lists = {});

  // Notes that something was written. Called from any thread.
  void NoteChange();

 private:
  using Clock = std::chrono::steady_clock;

  void Run(const std::stop_token& stop);
  bool AwaitPause(const std::stop_token& stop);
  void Wipe();
  base::Result<records::SweepCounts> SweepDocuments();

  records::Register* target_;
  const Place place_;
  const records::DocumentFolder folder_;
  const DocumentLists lists_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  bool is_due_ = false;
  Clock::time_point due_since_ = {};
  Clock::time_point last_change_ = {};
  std::jthread thread_;
};

}  // namespace orgreg::app
