// SPDX-License-Identifier: EUPL-1.2

// What a request asks of a search page: the parameters of the specified search, and a few that only
// pages have. Made for one answer; it borrows the context. Pure.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/interface/context.h"
#include "api/search_filters/search_address.h"
#include "model/kind.h"
#include "search/request/parameter.h"
#include "search/request/parse_page.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::api {

// The filters show how many results each value has.
inline constexpr search::ParameterRow kCountsShown = {.name = "counts",
                                                      .takes = search::Takes::kFlag,
                                                      .wrong = search::Reason::kNotBoolean,
                                                      .empty = search::Reason::kNotBoolean};
// The industry whose finer codes the tree shows.
inline constexpr search::ParameterRow kOpenIndustry = {
    .name = "open", .takes = search::Takes::kText, .rule = model::Rule::kIndustryCode};
// A municipality or a post town, as people write it; it becomes a filter.
inline constexpr search::ParameterRow kPlaceName = {.name = "place",
                                                    .takes = search::Takes::kName,
                                                    .wrong = search::Reason::kNameLength,
                                                    .empty = search::Reason::kNameLength};
// A page shows at most so many results.
inline constexpr std::int64_t kMostResults = 100;
inline constexpr std::array kSearchPageRows = {search::kSizeRow, search::kPageRow, search::kSortRow,
                                               kCountsShown,     kOpenIndustry,    kPlaceName};

struct SearchRequest {
  model::Kind kind = model::Kind::kEntity;
  // All known parameters, as they were given.
  SearchAddress given = {};
  // What links and forms repeat: without the parameters that only pages have, and without the
  // values that are refused.
  SearchAddress address = {};
  bool has_wrong_names = false;  // Some are not known, or not encoded.
  bool is_long = false;          // The address is too long for links; only the form carries it.
  bool shows_counts = false;
  std::string open = {};  // An industry, or empty.
  search::Problems problems = {};
  search::Query query = {};  // Usable if there are no problems.

  // The last part of the page's path: "entities".
  std::string_view last() const {
    return kind == model::Kind::kEntity ? "entities" : "sub-entities";
  }
  // True if an industry below a section is set or opened, so that finer codes are shown.
  bool NamesFinerIndustry() const;
  // A parameter's value for its control. One that is refused is shown as far as the longest name.
  std::string_view TextToShow(std::string_view parameter) const;
  std::string LinkTo(const SearchAddress& other) const { return other.ToLink(last()); }
};

// All parameters of the page.
search::ParameterTable SearchPageTable(model::Kind kind);

// A name that the page does not know is a problem only if it is near one that it knows, or one of
// very many: other sites add parameters of their own to links.
SearchRequest ReadSearch(const Context& context);

// Where a request that is not yet the address of a page belongs, relative to the search page: empty
// fields of a form, unknown names and repeated keys of the order are left out, a number leads to
// its unit, the name of a place becomes a filter, a larger page one of kMostResults. `home` is the
// link to the pages' root. Nothing if the request is fine as it is.
std::optional<std::string> BetterAddress(const Context& context, const SearchRequest& request,
                                         std::string_view home);

// The address with a filter for a municipality of this name or number, or for a post town: one
// takes the place of the other. "NESTTUN, BERGEN", as results show places, is a municipality.
SearchAddress WithPlace(const SearchAddress& address, model::Kind kind, std::string_view place);

}  // namespace orgreg::api
