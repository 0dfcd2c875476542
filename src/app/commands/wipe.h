// Overwrites what records that were removed from publication left in unused parts of the
// store, deletes copies of documents that no list has any more, and what killed processes left
// beside the store (rests.h): at the end of a writing command, or beside the writing of one that
// goes on.

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "records/documents/folder.h"
#include "records/register.h"

namespace orgreg::app {

// Tries for some seconds while others still read what is to be overwritten. A failure is
// told on standard error and is no failure of the command: whoever writes next tries again.
void WipeWithdrawn(records::Register* target, const std::string& store_path);

// Wipes on a thread of its own, which ends with the object. Wiping reads the whole store, so
// it waits for a pause in the writing, though not for ever; while others still read what is
// to go it tries again. What is still due at the end is left to whoever writes next.
class Wiper {
 public:
  // `target`, the register in the store at that path, outlives the wiper.
  Wiper(records::Register* target, const std::string& store_path);

  // Something was written. From any thread.
  void NoteChange();

 private:
  using Clock = std::chrono::steady_clock;

  void Run(const std::stop_token& stop);
  bool AwaitPause(const std::stop_token& stop);
  void Wipe();

  records::Register* target_;
  const std::string store_path_;
  const records::DocumentFolder folder_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  bool is_due_ = false;
  Clock::time_point due_since_ = {};
  Clock::time_point last_change_ = {};
  std::jthread thread_;
};

}  // namespace orgreg::app
