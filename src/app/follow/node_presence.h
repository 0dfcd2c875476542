// SPDX-License-Identifier: EUPL-1.2

// Tells the other nodes of a database, every few seconds and on a thread of its own, that this one
// is there and how far it is (`orgreg cluster status`). Nothing depends on it: while the database
// is away, or has no table for it yet, the node serves as before. Ends with the object.

#pragma once

#include <stop_token>
#include <string>
#include <thread>

#include "app/follow/database.h"
#include "app/follow/follow_state.h"
#include "app/follow/shown_copy.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

// What this program calls itself: its version, and the beginning of its build id.
std::string ShownBuild();

class NodePresence {
 public:
  // `replica` is the store of the node, `state` says how it follows, and `shown` gets all nodes,
  // this one too, each time. All outlive the object.
  NodePresence(std::string name, Database* database, store::Store* replica,
               const FollowState* state, ShownCopy* shown);

 private:
  void Run(const std::stop_token& stop);
  base::Result<bool> Note();
  // Logs what is not the same as before.
  void Tell(const std::string& problem);

  const std::string name_;
  Database* const database_;
  store::Store* const replica_;
  const FollowState* const state_;
  ShownCopy* const shown_;
  std::string told_;  // Of the thread.
  std::jthread thread_;
};

}  // namespace orgreg::app
