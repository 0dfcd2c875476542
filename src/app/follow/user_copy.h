// SPDX-License-Identifier: EUPL-1.2

// Keeps the file of users of a node as the list that all nodes share (app/shared/shared_users.h), a
// second behind it. While the database is away the file stays as it is, and before the first user
// is shared.

#pragma once

#include <cstdint>
#include <string>

#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "base/result.h"

namespace orgreg::app {

class UserCopy {
 public:
  // `database` outlives the object.
  UserCopy(std::string path, Database* database);

 private:
  base::Status Take();

  const std::string path_;
  Database* const database_;
  std::int64_t known_ = 0;  // Of the task: the version that the file has.
  NodeTask task_;
};

}  // namespace orgreg::app
