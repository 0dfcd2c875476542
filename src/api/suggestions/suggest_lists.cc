// SPDX-License-Identifier: EUPL-1.2

#include "api/suggestions/suggest_lists.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/interface/served_unit.h"
#include "model/schema/schema.h"
#include "model/units/parameters.h"

namespace orgreg::api {
namespace {

using model::Kind;
using search::Labelled;

std::vector<Labelled> LiveMunicipalities(const model::CodeLists& codes) {
  std::vector<Labelled> items;
  for (const model::MunicipalityEntry& entry : codes.municipalities()) {
    if (entry.retired_on) continue;
    items.push_back({.code = std::string(entry.number), .label = std::string(entry.name)});
  }
  return items;
}

std::vector<Labelled> CurrentIndustries(const model::CodeLists& codes) {
  std::vector<Labelled> items;
  for (const model::IndustryEntry& entry : codes.industries(model::Edition::kSn2025))
    items.push_back({.code = std::string(entry.code), .label = std::string(entry.text)});
  return items;
}

const model::Address& PlaceOf(Kind kind, const model::Unit& unit) {
  return kind == Kind::kEntity ? unit.business_address : unit.location_address;
}

// The parameter that searches by the postal code of that address.
std::size_t PostcodeParameter(Kind kind) {
  const auto is_it = [kind](const model::Parameter& parameter) {
    const model::Row& row = parameter.fields.front()->row;
    return kind == Kind::kEntity
               ? model::IsAt<&model::Unit::business_address, &model::Address::postcode>(row)
               : model::IsAt<&model::Unit::location_address, &model::Address::postcode>(row);
  };
  const auto parameters = model::Parameters(kind);
  return static_cast<std::size_t>(std::ranges::find_if(parameters, is_it) - parameters.begin());
}

base::Status AddPostTowns(const search::Catalog& catalog, Kind kind, std::set<std::string>* towns) {
  const auto found = TRY(catalog.OneOfEach(kind, PostcodeParameter(kind)));
  for (const search::Numbered& one : found) {
    const model::Unit unit = UnitOf(kind, one.record.served());
    const model::Text& town = PlaceOf(kind, unit).city;
    if (town && !town->empty()) towns->insert(*town);
  }
  return {};
}

base::Result<std::vector<Labelled>> PostTowns(const search::Catalog& catalog) {
  std::set<std::string> towns;
  for (const Kind kind : model::kUnitKinds) TRY(AddPostTowns(catalog, kind, &towns));
  std::vector<Labelled> items;
  items.reserve(towns.size());
  for (const std::string& town : towns) items.push_back({.label = town});
  return items;
}

}  // namespace

SuggestListKeeper::Origin SuggestListKeeper::OriginOf(const search::Catalog& catalog) {
  return {.codes = &model::CurrentCodeLists(),
          .entities = catalog.BaseOf(Kind::kEntity),
          .sub_entities = catalog.BaseOf(Kind::kSubEntity)};
}

std::shared_ptr<const SuggestLists> SuggestListKeeper::Find(const search::Catalog& catalog) const {
  const Origin wanted = OriginOf(catalog);
  const std::scoped_lock lock(mutex_);
  return origin_ == wanted ? lists_ : nullptr;
}

base::Result<std::shared_ptr<const SuggestLists>> SuggestListKeeper::Make(
    const search::Catalog& catalog) {
  const std::scoped_lock making(making_);
  if (auto found = Find(catalog)) return found;
  const Origin origin = OriginOf(catalog);
  const auto lists = std::make_shared<SuggestLists>();
  lists->municipalities = TRY(search::NameList::Make(LiveMunicipalities(*origin.codes)));
  lists->industries = TRY(search::NameList::Make(CurrentIndustries(*origin.codes)));
  std::vector<Labelled> towns = TRY(PostTowns(catalog));
  lists->post_towns = TRY(search::NameList::Make(std::move(towns)));
  const std::scoped_lock lock(mutex_);
  origin_ = origin;
  lists_ = lists;
  return std::shared_ptr<const SuggestLists>(lists);
}

SuggestListKeeper& SharedSuggestLists() {
  static SuggestListKeeper keeper;
  return keeper;
}

}  // namespace orgreg::api
