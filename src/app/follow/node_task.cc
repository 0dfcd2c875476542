// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/node_task.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/log.h"
#include "base/threads/guarded_thread.h"

namespace orgreg::app {

using base::Code;
using base::Status;

NodeTask::NodeTask(Plan plan)
    : plan_(std::move(plan)),
      thread_(base::StartGuarded(plan_.name, [this](const std::stop_token& stop) { Run(stop); })) {}

void NodeTask::Run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, stop, plan_.interval, [&stop] { return stop.stop_requested(); })) {
    const Status done = plan_.work();
    const std::string problem = done ? "" : done.error().message;
    if (!problem.empty() && problem != told_) base::LogWarning("{}: {}", plan_.failure, problem);
    told_ = problem;
  }
}

Status UnlessAway(Status status) {
  const bool is_away = !status && status.error().code == Code::kUnavailable;
  return is_away ? Status() : std::move(status);
}

}  // namespace orgreg::app
