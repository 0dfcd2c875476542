// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/user_copy.h"

#include <chrono>
#include <utility>

#include "app/shared/shared_users.h"
#include "auth/users/user_file.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

constexpr std::chrono::seconds kInterval(1);

}  // namespace

UserCopy::UserCopy(std::string path, Database* database)
    : path_(std::move(path)),
      database_(database),
      task_({.name = "shared users",
             .interval = kInterval,
             .work = [this] { return UnlessAway(Take()); },
             .failure = "users: the shared list is not taken over"}) {}

base::Status UserCopy::Take() {
  store::Cluster* const cluster = TRY(database_->OpenCluster());
  const auto shared = TRY(ReadSharedUsers(cluster, known_));
  if (!shared) return {};
  if (TRY(auth::PutUsers(path_, shared->list)))
    base::LogInfo("users: the shared list of {} is taken over", shared->list.all().size());
  known_ = shared->version;
  return {};
}

}  // namespace orgreg::app
