// SPDX-License-Identifier: EUPL-1.2

// Notes the last line of a node's audit log in the database some seconds after it was written, but
// at most once a minute: `orgreg audit verify --anchors` compares the log with it. A log without
// new lines is not noted again.

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "auth/audit/log.h"
#include "base/result.h"

namespace orgreg::app {

class AuditAnchors {
 public:
  // Both outlive the object. `end` gives the last line of the log, if it is open and has one.
  AuditAnchors(std::string node, std::function<std::optional<auth::AuditLog::End>()> end,
               Database* database);

 private:
  base::Status Note();

  const std::string node_;
  const std::function<std::optional<auth::AuditLog::End>()> end_;
  Database* const database_;
  // Of the task: the hash of the line that was noted last, and when the next may be.
  std::string noted_;
  std::chrono::steady_clock::time_point next_ = {};
  NodeTask task_;
};

}  // namespace orgreg::app
