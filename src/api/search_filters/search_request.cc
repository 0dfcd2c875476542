// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/search_request.h"

#include <algorithm>

#include "api/matching/org_number_text.h"
#include "api/search_filters/filter_table.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "base/values/percent.h"
#include "model/codes/code_lists.h"
#include "search/request/parse_parameters.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using search::ParameterTable;

constexpr std::array kOfPagesOnly = {&kCountsShown, &kOpenIndustry, &kPlaceName};
constexpr std::size_t kMunicipalityDigits = 4;

ParameterTable TableOf(model::Kind kind) {
  ParameterTable table = search::SearchTable(kind, search::Purpose::kPage);
  table.rows = kSearchPageRows;
  return table;
}

search::Problem UndecodablePair(const http::QueryPair& pair) {
  search::Problem problem{.reason = search::Reason::kNotEncoded};
  base::AppendSafeQuery(pair.raw_name, &problem.parameters.emplace_back());
  base::AppendSafeQuery(pair.raw_value, &problem.value.emplace());
  return problem;
}

// True if a field of a form was empty, or a list came in several parts.
bool IsUntidy(const http::Query& query, const SearchAddress& address) {
  const auto is_given = [](const http::QueryPair& pair) { return pair.well_formed; };
  const auto given = std::ranges::count_if(query.pairs(), is_given);
  return static_cast<std::size_t>(given) != address.parts().size();
}

bool IsNumber(std::string_view place) {
  return place.size() == kMunicipalityDigits && base::AreDigits(place);
}

}  // namespace

bool SearchRequest::NamesFinerIndustry() const {
  const model::Parameter& industry = *FilterShaped(kind, FilterShape::kIndustries).parameter;
  return open.size() > 1 || address.Has(industry.name);
}

SearchRequest ReadSearch(const Context& context) {
  SearchRequest request{.kind = *context.argument().kind};
  const ParameterTable table = TableOf(request.kind);
  request.address = SearchAddress::Of(context.query, table);
  search::Values values(table);
  search::ParameterParser parser(&values, &request.problems);
  for (const AddressPart& part : request.address.parts())
    parser.Take({.name = part.name, .value = part.value});
  for (const http::QueryPair& pair : context.query.pairs())
    if (!pair.well_formed) request.problems.push_back(UndecodablePair(pair));
  parser.Finish();
  request.shows_counts = values.Whole(kCountsShown) != 0;
  request.open = values.Text(kOpenIndustry);
  if (request.problems.empty())
    request.query = search::QueryOf(request.kind, values, search::Purpose::kPage);
  for (const search::ParameterRow* const row : kOfPagesOnly)
    request.address = request.address.Without(row->name);
  return request;
}

std::optional<std::string> BetterAddress(const Context& context, const SearchRequest& request,
                                         std::string_view home) {
  const std::string_view text = request.address.ValueOf(NamesOfSearch(request.kind).name);
  if (const auto number = NumberIn(text))
    return std::string(home).append("unit/").append(number->ToString());
  const SearchAddress given = SearchAddress::Of(context.query, TableOf(request.kind));
  const std::string_view place = base::Trim(given.ValueOf(kPlaceName.name));
  const bool names_place = given.Has(kPlaceName.name);
  if (!names_place && !IsUntidy(context.query, given)) return std::nullopt;
  SearchAddress better = given.Without(kPlaceName.name);
  if (!place.empty()) better = WithPlace(better, request.kind, place);
  return request.LinkTo(better);
}

SearchAddress WithPlace(const SearchAddress& address, model::Kind kind, std::string_view place) {
  const std::string_view by_municipality = FilterShaped(kind, FilterShape::kPlaces).parameter->name;
  if (IsNumber(place)) return address.WithItem(by_municipality, place);
  const std::string folded = base::FoldedText(place);
  SearchAddress found = address;
  bool is_found = false;
  for (const model::MunicipalityEntry& entry : model::Municipalities()) {
    if (entry.retired_on || base::FoldedText(entry.name) != folded) continue;
    found = found.WithItem(by_municipality, entry.number);
    is_found = true;
  }
  if (is_found) return found;
  return address.With(FilterShaped(kind, FilterShape::kTown).parameter->name, place);
}

}  // namespace orgreg::api
