// SPDX-License-Identifier: EUPL-1.2

// The list of users that all nodes of a database share (setting shared_users): a text in the
// database, in the form of a file of users (auth/users/user_file.h). Safe from any thread.

#pragma once

#include <cstdint>
#include <optional>

#include "auth/users/user_file.h"
#include "base/result.h"
#include "store/cluster.h"

namespace orgreg::app {

struct SharedUsers {
  std::int64_t version = 0;  // at least 1; rises with each change
  auth::UserList list = {};
};

// The list, unless its version is `known`; nothing if no user was ever shared. kCorrupt and
// kInvalid if it is damaged.
base::Result<std::optional<SharedUsers>> ReadSharedUsers(store::Cluster* cluster,
                                                         std::int64_t known = 0);

// Like auth::ChangeUsers, for the shared list.
base::Status ChangeSharedUsers(store::Cluster* cluster, const auth::UserChange& change);

}  // namespace orgreg::app
