// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_users.h"

#include <string>
#include <utility>

namespace orgreg::app {
namespace {

using base::Result;
using base::Status;

constexpr const char* kText = "users";

Result<auth::UserList> ListOf(const store::SharedText& shared) {
  auto list = auth::UserList::Parse(shared.text);
  if (!list) return std::move(list).error().At("the shared list of users");
  return list;
}

}  // namespace

Result<std::optional<SharedUsers>> ReadSharedUsers(store::Cluster* cluster, std::int64_t known) {
  const auto shared = TRY(cluster->ReadText(kText, known));
  if (!shared) return std::optional<SharedUsers>();
  return std::optional(SharedUsers{.version = shared->version, .list = TRY(ListOf(*shared))});
}

Status ChangeSharedUsers(store::Cluster* cluster, const auth::UserChange& change) {
  return cluster->ChangeText(
      kText, [&](const std::optional<store::SharedText>& before) -> Result<std::string> {
        auth::UserList list;
        if (before) list = TRY(ListOf(*before));
        TRY(change(&list));
        return list.ToText();
      });
}

}  // namespace orgreg::app
