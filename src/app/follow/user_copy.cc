// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/user_copy.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/shared/shared_users.h"
#include "auth/users/user_file.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

constexpr std::chrono::seconds kInterval(1);

base::Result<std::optional<SharedUsers>> Ask(Database* database, std::int64_t known) {
  store::Cluster* const cluster = TRY(database->OpenCluster());
  return ReadSharedUsers(cluster, known);
}

}  // namespace

UserCopy::UserCopy(std::string path, Database* database)
    : path_(std::move(path)),
      database_(database),
      task_({.name = "shared users",
             .interval = kInterval,
             .work = [this] { return Take(); },
             .failure = "users: the shared list is not taken over"}) {}

// A disk that is full is not reported elsewhere, as a database that is away is.
base::Status UserCopy::Take() {
  auto shared = Ask(database_, known_);
  if (!shared) return UnlessAway(std::move(shared).error());
  if (!*shared) return {};
  const auth::UserList& list = (*shared)->list;
  if (TRY(auth::PutUsers(path_, list)))
    base::LogInfo("users: the shared list of {} is taken over", list.all().size());
  known_ = (*shared)->version;
  return {};
}

}  // namespace orgreg::app
