// SPDX-License-Identifier: EUPL-1.2

// The filters that a search page offers, in order: each is a search parameter, found by the member
// of a unit that it searches. The texts are filter.ID of web/texts/pages.tsv. Constants; safe from
// any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "api/extensions/facet_fields.h"
#include "model/kind.h"
#include "model/units/parameters.h"

namespace orgreg::api {

// The values of a list that have boxes because they are set; the others stay set without one.
inline constexpr std::size_t kMostBoxesSet = 50;

enum class FilterShape : std::uint8_t {
  kCodes,          // a box for each code
  kPlaces,         // a box for each municipality, and a field for names
  kTown,           // set by that field
  kIndustries,     // a tree of boxes
  kFlag,           // one box
  kText,           // a field
  kEmployeeRange,  // two fields
  kDayRange,       // two fields
};

// Filters of a group stand together.
enum class FilterGroup : std::uint8_t {
  kForm,
  kPlace,
  kIndustry,
  kEmployees,
  kStatus,
  kRegisters,
  kDates,
  kSector,
};
inline constexpr std::array<std::string_view, 8> kFilterGroupIds = {
    "form", "place", "industry", "employees", "status", "registers", "dates", "sector"};

struct SearchFilter {
  std::string_view id = {};
  FilterGroup group = FilterGroup::kForm;
  FilterShape shape = FilterShape::kText;
  bool (*is)(const model::Parameter&) = nullptr;
  FacetOf of = FacetOf::kBoth;
  // The text of a code, in Norwegian; null: the values have none.
  std::string_view (*text)(std::string_view code) = nullptr;
};

// A filter of a kind.
struct KindFilter {
  const SearchFilter* row = nullptr;
  const model::Parameter* parameter = nullptr;
  std::size_t index = 0;  // Of the parameter in model::Parameters(kind).
};

std::span<const KindFilter> FiltersOf(model::Kind kind);

// The filter with this shape; each kind has one of kPlaces, kTown and kIndustries.
const KindFilter& FilterShaped(model::Kind kind, FilterShape shape);

// The filter that a parameter of an address belongs to, as one of the two ends if it is a range.
// Null if no filter is offered for it.
const KindFilter* FilterNamed(model::Kind kind, std::string_view name);

// The names of parameters and sort keys that pages use themselves.
struct SearchNames {
  std::string_view name = {};  // The parameter of the text to search for.
  // Sort keys, as they stand in an address.
  std::string_view by_name = {};
  std::string_view by_registered = {};
  std::string_view by_founded = {};  // For sub-entities by the day that they were started.
  std::string_view by_employees = {};
};
const SearchNames& NamesOfSearch(model::Kind kind);

}  // namespace orgreg::api
