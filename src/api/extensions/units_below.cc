// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/units_below.h"

#include <algorithm>
#include <cstddef>

#include "model/units/parameters.h"

namespace orgreg::api {
namespace {

// Its place in a criterion.
std::size_t PlaceOfSuperior(model::Kind kind) {
  const auto parameters = model::Parameters(kind);
  const auto found = std::ranges::find(parameters, model::Match::kNumber, &model::Parameter::match);
  return static_cast<std::size_t>(found - parameters.begin());
}

}  // namespace

std::string_view SuperiorParameter(model::Kind kind) {
  return model::Parameters(kind)[PlaceOfSuperior(kind)].name;
}

search::Query QueryBelow(model::Kind kind, base::OrgNumber superior) {
  search::Query query{.kind = kind};
  query.criteria.push_back({.parameter = PlaceOfSuperior(kind), .texts = {superior.ToString()}});
  return query;
}

}  // namespace orgreg::api
