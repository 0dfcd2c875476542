// SPDX-License-Identifier: EUPL-1.2

#include "api/suggestions/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <memory>

#include "api/interface/ask.h"
#include "api/interface/served_unit.h"
#include "api/suggestions/suggest_lists.h"
#include "api/suggestions/suggest_marks.h"
#include "base/result.h"
#include "base/values/percent.h"
#include "model/resources.h"
#include "model/units/parameters.h"
#include "render/body_json.h"
#include "search/suggest/typed_text.h"

namespace orgreg::api {
namespace {

using model::Kind;

using KindSet = std::bitset<kSuggestKinds.size()>;

KindSet KindsOf(const search::Values& asked) {
  const search::Value* const given = asked.Find(kSuggestKind);
  KindSet kinds;
  if (given == nullptr) return kinds.set();
  for (const std::string_view item : given->items) {
    const auto place = std::ranges::find(kSuggestKinds, item) - kSuggestKinds.begin();
    kinds.set(static_cast<std::size_t>(place));
  }
  return kinds;
}

// The kinds of lists and of units that are asked for, in order.
struct Wanted {
  std::vector<SuggestKind> lists = {};
  std::vector<Kind> units = {};
};

Wanted WantedOf(const KindSet& kinds) {
  Wanted wanted;
  for (std::size_t at = 0; at < kinds.size(); ++at) {
    if (!kinds[at]) continue;
    const auto kind = static_cast<SuggestKind>(at);
    if (kind == SuggestKind::kEntity) {
      wanted.units.push_back(Kind::kEntity);
    } else if (kind == SuggestKind::kSubEntity) {
      wanted.units.push_back(Kind::kSubEntity);
    } else {
      wanted.lists.push_back(kind);
    }
  }
  return wanted;
}

const search::NameList* ListOf(const SuggestLists& lists, SuggestKind kind) {
  if (kind == SuggestKind::kMunicipality) return lists.municipalities.get();
  return kind == SuggestKind::kPostTown ? lists.post_towns.get() : lists.industries.get();
}

// True for the parameter that searches by the suggestions of a list.
bool SearchesBy(const model::Parameter& parameter, Kind unit_kind, SuggestKind kind) {
  const model::Row& row = parameter.fields.front()->row;
  const bool is_joint = parameter.fields.size() > 1;
  if (kind == SuggestKind::kIndustry) return is_joint && parameter.match == model::Match::kIndustry;
  if (kind == SuggestKind::kMunicipality)
    return is_joint && parameter.match == model::Match::kAnyCode;
  return unit_kind == Kind::kEntity
             ? model::IsAt<&model::Unit::business_address, &model::Address::city>(row)
             : model::IsAt<&model::Unit::location_address, &model::Address::city>(row);
}

std::string FilterBy(Kind unit_kind, SuggestKind kind, const search::Labelled& item) {
  const auto parameters = model::Parameters(unit_kind);
  const auto found = std::ranges::find_if(parameters, [&](const model::Parameter& parameter) {
    return SearchesBy(parameter, unit_kind, kind);
  });
  std::string filter = found->name + "=";
  base::AppendPercentEncoded(item.code.empty() ? item.label : item.code, &filter);
  return filter;
}

Link ToSearch(std::string_view origin, Kind kind, std::string_view filter) {
  return {fmt::format("{}{}/{}?{}", origin, model::kApiPath, model::CollectionOf(kind), filter)};
}

SuggestedItem OfList(std::string_view origin, SuggestKind kind, const search::Labelled& item) {
  SuggestedItem suggested{.kind = std::string(kSuggestKinds[static_cast<std::size_t>(kind)]),
                          .label = item.label};
  if (!item.code.empty()) suggested.code = item.code;
  suggested.entity_filter = FilterBy(Kind::kEntity, kind, item);
  suggested.sub_entity_filter = FilterBy(Kind::kSubEntity, kind, item);
  suggested.entities = ToSearch(origin, Kind::kEntity, *suggested.entity_filter);
  suggested.sub_entities = ToSearch(origin, Kind::kSubEntity, *suggested.sub_entity_filter);
  return suggested;
}

SuggestedItem OfUnit(std::string_view origin, Kind kind, const search::Numbered& found) {
  model::Unit unit = UnitOf(kind, found.record.served());
  const model::Address& address =
      kind == Kind::kEntity ? unit.business_address : unit.location_address;
  SuggestedItem suggested{.kind = std::string(model::RowOf(kind).one),
                          .label = unit.name.value_or(""),
                          .number = found.number,
                          .form = unit.form.code,
                          .place = address.city};
  if (unit.bankrupt == true || unit.winding_up == true || unit.compulsory_dissolution == true)
    suggested.inactive = true;
  suggested.record = Link{fmt::format("{}{}/{}/{}", origin, model::kApiPath,
                                      model::CollectionOf(kind), found.number.ToString())};
  return suggested;
}

}  // namespace

Outcome SuggestAsTyped(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const Wanted wanted = WantedOf(KindsOf(asked));
  std::shared_ptr<const SuggestLists> lists = SharedSuggestLists().Find(*context.catalog);
  if (lists == nullptr && context.is_hurried) return PutOff{};
  if (lists == nullptr) lists = TRY(SharedSuggestLists().Make(*context.catalog));
  std::vector<const search::NameList*> of_lists;
  of_lists.reserve(wanted.lists.size());
  for (const SuggestKind kind : wanted.lists) of_lists.push_back(ListOf(*lists, kind));

  const search::TypedText typed = search::ReadTyped(asked.Text(kTyped));
  const auto found = TRY(context.catalog->Suggest(
      typed, {.kinds = wanted.units,
              .lists = of_lists,
              .most = static_cast<std::size_t>(asked.Whole(kSuggestLimit))}));
  Suggestions suggestions;
  for (const search::Suggested& one : found) {
    suggestions.items.push_back(
        one.kind ? OfUnit(context.origin, *one.kind, one.unit)
                 : OfList(context.origin, wanted.lists[one.list], (*of_lists[one.list])[one.item]));
    suggestions.items.back().matched = MarksOf(suggestions.items.back().label, typed);
  }
  render::AppendBody(kSuggestionsSchema, suggestions, model::Form::kServed, &reply->body());
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
