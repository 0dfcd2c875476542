// SPDX-License-Identifier: EUPL-1.2

// Agrees with the other nodes of a database on the keys for identification numbers
// (app/shared/shared_number_keys.h), every few seconds on a thread of its own. While they do not
// agree, or have not yet, the node seals nothing: its batches with numbers are refused, and all
// else goes on. Safe from any thread.

#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "base/result.h"
#include "records/readers/role_sealing.h"

namespace orgreg::app {

class NumberKeySharing {
 public:
  // `sealing` has the node's own keys, if any; `check` fails unless they open all stored numbers.
  // All that is given outlives the object.
  NumberKeySharing(std::string node, const records::NumberSealing& sealing,
                   std::function<base::Status()> check, Database* database);

  // The keys, or why there are none now.
  records::NumberSealing sealing();

 private:
  base::Status Share();

  const std::string node_;
  const records::NumberSealing own_;
  const std::function<base::Status()> check_;
  Database* const database_;
  std::mutex mutex_;
  std::string refusal_;
  NodeTask task_;
};

}  // namespace orgreg::app
