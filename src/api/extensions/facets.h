// SPDX-License-Identifier: EUPL-1.2

// How often the values of fields occur among the results of a search. A handler; see context.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/extensions/facet_fields.h"
#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"
#include "model/limits.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome CountFieldValues(const Context& context, Reply* reply);

// The parameters.

constexpr ParameterRow FacetRow(std::span<const std::string_view> names) {
  return {.name = "field",
          .takes = Takes::kChoices,
          .wrong = Reason::kNotChoice,
          .is_required = true,
          .choices = names,
          .meaning = "The fields whose values are counted; at least one.",
          .meaning_norwegian = "Feltene som det telles verdier av; minst ett."};
}
inline constexpr ParameterRow kEntityFacet = FacetRow(kFacetNames<model::Kind::kEntity>);
inline constexpr ParameterRow kSubEntityFacet = FacetRow(kFacetNames<model::Kind::kSubEntity>);
inline constexpr ParameterRow kMostValues = {
    .name = "limit",
    .takes = Takes::kWhole,
    .wrong = Reason::kNotBetween,
    .most = model::kMaxWindow,
    .usual = 100,
    .meaning = "How many values of each field are sent, the most frequent ones first.",
    .meaning_norwegian = "Antall verdier av hvert felt som sendes, de hyppigste først.",
};

// The body.

struct FacetValue {
  std::string value = {};
  model::Text text = {};
  std::int64_t count = 0;
};
inline constexpr std::array<model::Row, 3> kFacetValueRows = {
    model::Plain<&FacetValue::value>("value"),
    model::Plain<&FacetValue::text>("text"),
    model::Plain<&FacetValue::count>("count"),
};
inline constexpr model::SchemaOf<FacetValue> kFacetValueSchema = {{.rows = kFacetValueRows}};

struct Facet {
  std::string field = {};
  std::int64_t value_count = 0;
  std::int64_t other = 0;
  std::int64_t missing = 0;
  std::vector<FacetValue> values = {};
};
inline constexpr std::array<model::Row, 5> kFacetRows = {
    model::Plain<&Facet::field>("field"),
    model::Plain<&Facet::value_count>("valueCount"),
    model::Plain<&Facet::other>("otherCount"),
    model::Plain<&Facet::missing>("missingCount"),
    model::List<&Facet::values>("values", kFacetValueSchema),
};
inline constexpr model::SchemaOf<Facet> kFacetSchema = {{.rows = kFacetRows}};

struct Facets {
  std::int64_t total = 0;
  std::vector<Facet> facets = {};
};
inline constexpr std::array<model::Row, 2> kFacetsRows = {
    model::Plain<&Facets::total>("total"),
    model::List<&Facets::facets>("facets", kFacetSchema),
};
inline constexpr model::SchemaOf<Facets> kFacetsSchema = {{.rows = kFacetsRows}};

}  // namespace orgreg::api
