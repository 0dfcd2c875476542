// SPDX-License-Identifier: EUPL-1.2

// The roles that an entity holds in others, a page at a time.

#include <utility>

#include "api/interface/ask.h"
#include "api/interface/outcome.h"
#include "api/interface/parameter_rows.h"
#include "api/roles/held_roles.h"
#include "api/roles/roles.h"
#include "base/result.h"
#include "base/values/percent.h"
#include "model/kind.h"
#include "model/limits.h"
#include "model/roles/roles.h"
#include "render/public_form.h"
#include "render/roles/role_json.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using model::Kind;

std::string SelfLink(const Context& context) {
  std::string link(context.request.raw_path);
  if (context.request.has_query) {
    link.push_back('?');
    base::AppendSafeQuery(context.request.query, &link);
  }
  return link;
}

std::string NextLink(const Context& context, std::size_t size, OrgNumber last) {
  std::string link(context.request.raw_path);
  link.append("?").append(model::kSearchAfterParameter).append("=");
  last.AppendTo(&link);
  return link.append("&").append(model::kSizeParameter).append("=").append(std::to_string(size));
}

}  // namespace

Outcome ListLegalRoles(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const OrgNumber number = *asked.Number(kNumberInPath);
  const auto size = static_cast<std::size_t>(asked.Whole(kLegalRolesSize));
  const auto holder = TRY(context.catalog->Lookup(Kind::kEntity, number));
  if (!holder || holder->state == model::State::kRemoved) return NotFound{};
  // One more, to know whether a page follows.
  const OrgNumber after = asked.Number(kSearchAfter).value_or(OrgNumber());
  auto held = TRY(RolesHeldBy(*context.catalog, number, after, size + 1));
  // Reference, Legal roles: an entity without such roles is not found; a page after the last one is
  // empty.
  if (held.empty()) {
    const auto any = TRY(RolesHeldBy(*context.catalog, number, OrgNumber(), 1));
    if (any.empty()) return NotFound{};
  }
  model::LegalRoles roles{.holder = number,
                          .is_deleted = holder->state == model::State::kDeleted,
                          .held = std::move(held)};
  const std::string self = SelfLink(context);
  std::string next;
  if (roles.held.size() > size) {
    roles.held.pop_back();
    next = NextLink(context, size, roles.held.back().number);
  }
  render::PublicText text;
  render::AppendLegalRoles(roles, {.self = self, .next = next}, &text);
  text.form().AppendTo(context.origin, &reply->body());
  return Body{.fingerprint = text.form().Fingerprint()};
}

}  // namespace orgreg::api
