// SPDX-License-Identifier: EUPL-1.2

// The parameters that every list takes: size, page and sort (spec, Common query parameters). Used
// by the search and by the reference lists. Pure.

#pragma once

#include <array>

#include "model/limits.h"
#include "search/request/parameter.h"
#include "search/request/parse_parameters.h"
#include "search/request/query.h"

namespace orgreg::search {

inline constexpr ParameterRow kSizeRow = {
    .name = model::kSizeParameter,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotSize,
    .empty = Reason::kNotSize,
    .most = model::kMaxWindow + 1,  // All larger ones are outside any window.
    .usual = model::kDefaultPageSize,
    .takes_any_larger = true,
    .meaning = "How many items a page has; with page, at most 10,000 items can be reached.",
    .meaning_norwegian = "Antall elementer per side; sammen med page nås høyst 10 000 elementer.",
};
inline constexpr ParameterRow kPageRow = {
    .name = model::kPageParameter,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotPage,
    .empty = Reason::kNotPage,
    .least = 0,
    .most = model::kMaxWindow + 1,
    .takes_any_larger = true,
    .meaning = "Which page is wanted; the first is 0.",
    .meaning_norwegian = "Hvilken side som ønskes; den første er 0.",
};
inline constexpr ParameterRow kSortRow = {
    .name = model::kSortParameter,
    .takes = Takes::kSort,
    .empty = Reason::kNotSortKey,
    .meaning = "A sort key, and after a comma ASC or DESC; further ones decide between equals.",
    .meaning_norwegian = "En sorteringsnøkkel, og etter komma ASC eller DESC; flere kan gis.",
};
inline constexpr std::array kPageRows = {kSizeRow, kPageRow, kSortRow};

// A size that is not the same as none.
constexpr ParameterRow SizeWithoutDefault(std::int64_t usual, std::string_view meaning,
                                          std::string_view meaning_norwegian) {
  ParameterRow row = kSizeRow;
  row.usual = usual;
  row.has_no_default = true;
  row.meaning = meaning;
  row.meaning_norwegian = meaning_norwegian;
  return row;
}
// For a file, which holds as many records as possible if no size is given.
inline constexpr std::array kFileRows = {
    SizeWithoutDefault(model::kMaxWindow,
                       "How many records a part of the file has; without it, as many as possible.",
                       "Antall poster i en del av filen; uten den, så mange som mulig."),
    kPageRow, kSortRow};
// For a list that is sent whole if neither size nor page is given.
inline constexpr std::array kWholeListRows = {
    SizeWithoutDefault(model::kDefaultPageSize,
                       "How many items a page has; without size and page, all are sent.",
                       "Antall elementer per side; uten size og page sendes alle."),
    kPageRow, kSortRow};
// For what is asked with the parameters of a search, but has no pages.
inline constexpr std::array kUnpagedRows = {
    SizeWithoutDefault(model::kDefaultPageSize,
                       "It has no effect; it is allowed because a search has it.",
                       "Den har ingen virkning; den er tillatt fordi et søk har den."),
    kPageRow, kSortRow};

// The requested page. The values have no problem, so it is within the window.
PageRequest PageOf(const Values& values);

}  // namespace orgreg::search
