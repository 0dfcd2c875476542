// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/units.h"

#include <fmt/format.h>

#include <utility>

#include "api/extensions/bodies.h"
#include "api/extensions/unit_state.h"
#include "api/extensions/units_below.h"
#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/resources.h"
#include "render/body_json.h"
#include "search/request/query.h"

namespace orgreg::api {
namespace {

using model::Kind;

base::Result<std::int64_t> CountBelow(const search::Catalog& catalog, Kind kind,
                                      base::OrgNumber number) {
  search::Query query = QueryBelow(kind, number);
  query.page.size = 1;
  const search::Page page = TRY(catalog.Search(query));
  return static_cast<std::int64_t>(page.total);
}

Link ToSearchBelow(std::string_view origin, Kind kind, base::OrgNumber number) {
  return {fmt::format("{}{}/{}?{}={}", origin, model::kApiPath, model::CollectionOf(kind),
                      SuperiorParameter(kind), number.ToString())};
}

Link ToUnit(const Context& context, base::OrgNumber number) {
  const std::string_view pattern = context.route.at.pattern;
  return {fmt::format("{}{}{}", context.origin, pattern.substr(0, pattern.find('{')),
                      number.ToString())};
}

void Describe(const FoundUnit& found, const Context& context, UnitState* out) {
  UnitBrief brief = BriefOf(found);
  out->status = StatusOf(found.found.state);
  out->kind = model::RowOf(found.kind).one;
  out->name = std::move(brief.name);
  out->deleted_on = brief.deleted_on;
  out->record = Link{fmt::format("{}{}/{}/{}", context.origin, model::kApiPath,
                                 model::CollectionOf(found.kind), out->number.ToString())};
  out->superior = brief.superior;
  if (brief.superior) out->superior_link = ToUnit(context, *brief.superior);
}

// Only an entity has units below it.
base::Status DescribeBelow(const Context& context, UnitState* out) {
  out->entities = TRY(CountBelow(*context.catalog, Kind::kEntity, out->number));
  out->entities_link = ToSearchBelow(context.origin, Kind::kEntity, out->number);
  out->sub_entities = TRY(CountBelow(*context.catalog, Kind::kSubEntity, out->number));
  out->sub_entities_link = ToSearchBelow(context.origin, Kind::kSubEntity, out->number);
  return {};
}

}  // namespace

Outcome LookUpAnyUnit(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  UnitState unit{.number = *asked.Number(kNumberInPath), .status = std::string(kUnknownStatus)};
  unit.self = ToUnit(context, unit.number);
  const auto found = TRY(FindUnit(*context.catalog, unit.number));
  if (found) Describe(*found, context, &unit);
  const bool is_live = found && found->found.state == model::State::kLive;
  if (is_live && found->kind == Kind::kEntity) TRY(DescribeBelow(context, &unit));
  render::AppendBody(kUnitStateSchema, unit, model::Form::kServed, &reply->body());
  if (!found) return Unknown{};
  if (found->found.state == model::State::kRemoved) return Gone{};
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
