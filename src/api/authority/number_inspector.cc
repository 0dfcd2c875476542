// SPDX-License-Identifier: EUPL-1.2

#include "api/authority/number_inspector.h"

#include <utility>
#include <vector>

#include "api/authority/authority.h"
#include "api/authority/role_numbers.h"
#include "base/values/org_number.h"
#include "model/kind.h"

namespace orgreg::api {

using base::Status;
using model::Kind;

Status NumberInspector::Inspect(const Authority& authority, records::View* view) {
  const std::lock_guard lock(mutex_);
  const Sound now = {.commit = view->position(), .contents = view->Describe(Kind::kRoles)};
  if (sound_ && sound_->contents == now.contents) return {};
  RoleOpener opener(authority);
  // Names do not matter here.
  records::WithheldNames names([](base::OrgNumber) { return false; });
  const auto open = [&opener, &names](const store::RowView& row) -> Status {
    if (row.state != store::RowState::kLive) return {};
    auto list = opener.Open(row, &names);
    return list ? Status() : Status(std::move(list).error());
  };
  std::optional<std::vector<base::OrgNumber>> changed;
  if (sound_) {
    auto since = TRY(view->ChangedSince(Kind::kRoles, sound_->commit, sound_->contents));
    changed = std::move(since);
  }
  Status inspected =
      changed ? view->VisitRows(Kind::kRoles, *changed, open) : view->ScanRows(Kind::kRoles, open);
  if (inspected) sound_ = now;
  return inspected;
}

}  // namespace orgreg::api
