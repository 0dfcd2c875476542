// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit_relations.h"

#include <optional>
#include <string>
#include <string_view>

#include "api/extensions/unit_state.h"
#include "api/extensions/units_below.h"
#include "api/pages/dictionary.h"
#include "api/pages/number_text.h"

namespace orgreg::api {
namespace {

using model::Kind;

// The register has four levels or so; records that name each other end here, too.
constexpr int kMostLevels = 10;

void SetUnit(const ShownUnit& on, base::OrgNumber number, std::string_view name,
             TemplateDictionary* section) {
  const std::string written = OrgNumberText(number);
  Set(section, "RELATED_NAME", name.empty() ? std::string_view(written) : name);
  Set(section, "RELATED_NUMBER", written);
  Set(section, "RELATED_LINK", LinkToUnit(on.page->place(), number));
}

base::Status AddAbove(const search::Catalog& catalog, const ShownUnit& on) {
  std::optional<base::OrgNumber> number = on.unit.superior;
  Show(on.page->values(), "HAS_ABOVE", number.has_value());
  for (int level = 0; number && level < kMostLevels; ++level) {
    const auto found = TRY(FindUnit(catalog, *number));
    const bool is_shown = found && found->found.state != model::State::kRemoved;
    const UnitBrief brief = is_shown ? BriefOf(*found) : UnitBrief();
    TemplateDictionary* const above = AddSection(on.page->values(), "ABOVE");
    SetUnit(on, *number, brief.name.value_or(""), above);
    Show(above, "ABOVE_FIRST", level == 0);
    Show(above, "RELATED_DELETED", brief.deleted_on.has_value());
    number = brief.superior;
  }
  return {};
}

base::Status AddBelow(const search::Catalog& catalog, const ShownUnit& on, Kind kind) {
  search::Query query = QueryBelow(kind, on.number());
  query.page.size = kMostBelow;
  const search::Page found = TRY(catalog.Search(query));
  if (found.total == 0) return {};
  on.page->values()->ShowSection("HAS_RELATIONS");
  TemplateDictionary* const below = AddSection(on.page->values(), "BELOW");
  const std::string_view title =
      on.page->Words(kind == Kind::kEntity ? "unit.below.entities" : "unit.below.sub_entities");
  Set(below, "BELOW_TITLE", title);
  Set(below, "BELOW_ID", model::RowOf(kind).many);
  const auto total = static_cast<std::int64_t>(found.total);
  Set(below, "BELOW_COUNT", WholeText(total, on.language()));
  if (total > kMostBelow)
    Set(AddSection(below, "BELOW_MORE"), "BELOW_LINK",
        LinkToSearch(on.page->place(), kind, SuperiorParameter(kind), on.number().ToString()));
  for (const search::Numbered& one : TRY(catalog.Records(found))) {
    const UnitBrief brief = BriefOf({.kind = kind, .found = {.record = one.record}});
    SetUnit(on, one.number, brief.name.value_or(""), AddSection(below, "BELOW_UNIT"));
  }
  return {};
}

}  // namespace

base::Status AddRelations(const search::Catalog& catalog, const ShownUnit& on) {
  if (on.unit.superior) on.page->values()->ShowSection("HAS_RELATIONS");
  TRY(AddAbove(catalog, on));
  if (on.kind != Kind::kEntity) return {};
  // A unit that was struck off may have units below it, until they are struck off, too.
  TRY(AddBelow(catalog, on, Kind::kEntity));
  return AddBelow(catalog, on, Kind::kSubEntity);
}

}  // namespace orgreg::api
