// SPDX-License-Identifier: EUPL-1.2

// Watches the answers of a server: counts them, and has them logged.

#pragma once

#include <cstddef>

#include "app/watch/access_log.h"
#include "app/watch/request_counts.h"
#include "http/message/observer.h"

namespace orgreg::app {

class RequestWatch final : public http::Observer {
 public:
  // `log` may be null; it outlives the object.
  RequestWatch(std::size_t workers, AccessLog* log) : counts_(workers), log_(log) {}

  bool WantsClients() const override {
    return log_ != nullptr && log_->clients() != LoggedClients::kNone;
  }
  bool WantsTraces() const override { return log_ != nullptr; }

  void OnAnswer(std::size_t worker, const http::Answered& answered) override {
    counts_.NoteAnswer(worker, answered);
    if (log_ != nullptr) log_->Note(worker, answered);
  }
  // Its answer has a kind of error, by which it is counted.
  void OnFault(std::size_t /*worker*/, http::Fault /*fault*/) override {}
  void OnAccept(std::size_t worker) override { counts_.NoteAccept(worker); }
  void OnRefuse(std::size_t worker) override { counts_.NoteRefusal(worker); }
  void OnClose(std::size_t worker, http::Closed why) override { counts_.NoteClose(worker, why); }

  const RequestCounts& counts() const { return counts_; }

 private:
  RequestCounts counts_;
  AccessLog* log_;
};

}  // namespace orgreg::app
