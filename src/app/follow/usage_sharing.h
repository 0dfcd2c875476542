// SPDX-License-Identifier: EUPL-1.2

// Exchanges the usage counts of a node with those of the others every two seconds
// (store/usage/exchange.h). Requests never wait for it: while the database is away, or has no
// tables for it yet, the node counts on, and its statistics have what it knows.

#pragma once

#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "base/result.h"
#include "store/usage/exchange.h"

namespace orgreg::app {

class UsageSharing {
 public:
  // `database` outlives the object.
  UsageSharing(store::UsageExchange::Plan plan, Database* database);

 private:
  base::Status Exchange();

  store::UsageExchange exchange_;  // Of the task.
  Database* const database_;
  bool has_other_secret_ = false;  // Of the task: and it was said.
  NodeTask task_;
};

}  // namespace orgreg::app
