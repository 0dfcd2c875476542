// SPDX-License-Identifier: EUPL-1.2

#include "api/roles/roles.h"

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/unit.h"

namespace orgreg::api {

Outcome LookUpRoles(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const base::OrgNumber number = *asked.Number(kNumberInPath);
  const auto entity = TRY(context.catalog->Lookup(model::Kind::kEntity, number));
  const auto roles = TRY(context.catalog->Lookup(model::Kind::kRoles, number));
  const bool is_shown = entity && entity->state != model::State::kRemoved;
  // Reference, Roles of an entity: an entity without roles is treated as missing.
  if (!is_shown || !roles || roles->record.empty()) return NotFound{};
  roles->record.served().AppendTo(context.origin, &reply->body());
  return Body{.fingerprint = roles->fingerprint};
}

}  // namespace orgreg::api
