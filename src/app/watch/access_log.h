// SPDX-License-Identifier: EUPL-1.2

// The access log: a line of JSON for each answer, in a file or on standard output
// (docs/guide/monitoring.md). The threads that serve only copy what is logged into a ring of their
// own; one thread makes the lines and writes them, some twentieths of a second later. Memory is
// bounded: an answer that finds no room, or whose line cannot be written, is counted and not
// logged.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/settings/settings.h"
#include "app/watch/access_line.h"
#include "app/watch/log_output.h"
#include "base/log_limit.h"
#include "base/threads/counters.h"
#include "base/threads/ring.h"
#include "http/message/observer.h"

namespace orgreg::app {

struct AccessLogOptions {
  std::string path = {};  // "-": standard output
  LoggedClients clients = LoggedClients::kNone;
  std::size_t workers = 1;
  std::size_t room = 16'384;  // Answers of one worker that wait for the thread; 3 MiB.
};

class AccessLog {
 public:
  // As the settings say; null if they want none.
  static std::unique_ptr<AccessLog> Make(const Settings& settings, std::size_t workers);

  // Opens nothing yet: a file that cannot be opened is reported in the log, and tried again.
  explicit AccessLog(AccessLogOptions options);
  // Writes what waits, unless that takes longer than a second.
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  LoggedClients clients() const { return options_.clients; }

  // By the thread of the worker. `worker` is less than the number of workers.
  void Note(std::size_t worker, const http::Answered& answered);

  // The file of the name is opened anew, because the old one was moved away. Any thread.
  void Reopen();

  // Lines that were written, and answers that were not logged. Any thread.
  std::uint64_t written() const { return written_.value(); }
  std::uint64_t lost() const;

 private:
  struct Inbox {
    explicit Inbox(std::size_t room) : records(room) {}

    base::Ring<AccessRecord> records;
    base::OwnCounter refused;
  };

  void Run(const std::stop_token& stop);
  void WriteWaiting(LogOutput::Clock::time_point end);
  void Write(std::string_view lines, LogOutput::Clock::time_point end);

  const AccessLogOptions options_;
  std::vector<std::unique_ptr<Inbox>> inboxes_;  // By worker.
  // Used by the thread below.
  AccessLines lines_;
  LogOutput output_;
  std::string text_;
  base::LogLimit failure_log_;
  base::OwnCounter written_;
  base::OwnCounter failed_;
  std::mutex mutex_;
  std::condition_variable_any woken_;
  bool reopens_ = false;  // Guarded by mutex_.
  std::jthread thread_;
};

}  // namespace orgreg::app
