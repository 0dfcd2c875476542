// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/search_request.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "api/answers/suggestion.h"
#include "api/matching/org_number_text.h"
#include "api/search_filters/filter_table.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "base/values/percent.h"
#include "model/codes/code_lists.h"
#include "model/limits.h"
#include "search/request/arguments.h"
#include "search/request/parse_parameters.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using search::ParameterTable;

constexpr std::array kOfPagesOnly = {&kCountsShown, &kOpenIndustry, &kPlaceName};
constexpr std::size_t kMunicipalityDigits = 4;

// No reader follows a link with more names that are unknown.
constexpr std::size_t kMostUnknownNames = 20;

search::Problem UndecodablePair(const http::QueryPair& pair) {
  search::Problem problem{.reason = search::Reason::kNotEncoded};
  base::AppendSafeQuery(pair.raw_name, &problem.parameters.emplace_back());
  base::AppendSafeQuery(pair.raw_value, &problem.value.emplace());
  return problem;
}

void AddUnknownNames(const http::Query& query, const ParameterTable& table,
                     search::Problems* problems) {
  search::Problems unknown;
  for (const http::QueryPair& pair : query.pairs()) {
    if (!pair.well_formed || pair.value.empty() || table.Find(pair.name) != nullptr) continue;
    unknown.push_back({.reason = search::Reason::kUnknownParameter,
                       .parameters = {std::string(pair.name)},
                       .value = std::string(pair.value),
                       .subject = std::string(pair.name)});
  }
  const bool are_many = unknown.size() > kMostUnknownNames;
  for (search::Problem& problem : unknown)
    if (are_many || !SuggestionFor(problem, table).empty()) problems->push_back(std::move(problem));
}

// Of one parameter.
struct Refused {
  bool is_whole = false;
  std::unordered_set<std::string_view> items = {};
};

std::string Rest(const Refused& refused, std::string_view list) {
  std::string rest;
  if (refused.is_whole) return rest;
  for (const std::string_view item : search::SplitList(list))
    if (!item.empty() && !refused.items.contains(item))
      rest.append(rest.empty() ? "" : ",").append(item);
  return rest;
}

SearchAddress WithoutRefused(const SearchAddress& given, const search::Problems& problems) {
  std::unordered_map<std::string_view, Refused> wrong;
  for (const search::Problem& problem : problems) {
    if (problem.reason == search::Reason::kNotEncoded) continue;
    const bool is_item = problem.row != nullptr &&
                         (problem.row->takes == search::Takes::kTexts ||
                          problem.row->takes == search::Takes::kChoices) &&
                         problem.reason != search::Reason::kTooManyItems;
    for (const std::string& name : problem.parameters) {
      Refused& refused = wrong[name];
      refused.is_whole = refused.is_whole || !is_item;
      if (is_item) refused.items.insert(problem.subject);
    }
  }
  return given.Changed([&wrong](const AddressPart& part) {
    const auto is_it = [&part](const search::ParameterRow* row) { return row->name == part.name; };
    if (std::ranges::any_of(kOfPagesOnly, is_it)) return std::string();
    const auto found = wrong.find(part.name);
    return found == wrong.end() ? part.value : Rest(found->second, part.value);
  });
}

// "TRUE" is true: links, boxes and chips know the plain words alone.
SearchAddress WithPlainFlags(const SearchAddress& given, const ParameterTable& table) {
  constexpr std::array<std::string_view, 2> kFlags = {"true", "false"};
  return given.Changed([&](const AddressPart& part) {
    if (table.Find(part.name)->takes == search::Takes::kFlag)
      for (const std::string_view flag : kFlags)
        if (base::EqualsIgnoringCase(part.value, flag)) return std::string(flag);
    return part.value;
  });
}

// A further mention of a key has no effect on the order.
SearchAddress WithKeysOnce(const SearchAddress& given) {
  std::unordered_set<std::string_view> keys;
  return given.Changed([&keys](const AddressPart& part) {
    if (part.name != model::kSortParameter) return part.value;
    const std::string_view key = std::string_view(part.value).substr(0, part.value.find(','));
    return keys.insert(key).second ? part.value : std::string();
  });
}

// The page of kMostResults that begins with the same results, or just before them.
SearchAddress WithSmallerPage(const SearchAddress& given, const search::PageRequest& page) {
  const std::int64_t number = page.number * page.size / kMostResults;
  return given.With(model::kSizeParameter, std::to_string(kMostResults))
      .With(model::kPageParameter, number == 0 ? std::string() : std::to_string(number));
}

// True if a field of a form was empty, a name is not known, or a list came in several parts.
bool IsUntidy(const http::Query& query, const SearchAddress& address) {
  const auto is_given = [](const http::QueryPair& pair) { return pair.well_formed; };
  const auto given = std::ranges::count_if(query.pairs(), is_given);
  return static_cast<std::size_t>(given) != address.parts().size();
}

bool IsNumber(std::string_view place) {
  return place.size() == kMunicipalityDigits && base::AreDigits(place);
}

// The municipalities of this name or number.
std::vector<std::string_view> NumbersOf(std::string_view place) {
  std::vector<std::string_view> numbers;
  if (IsNumber(place)) return {place};
  const std::string folded = base::FoldedText(place);
  for (const model::MunicipalityEntry& entry : model::Municipalities())
    if (!entry.retired_on && base::FoldedText(entry.name) == folded)
      numbers.push_back(entry.number);
  return numbers;
}

}  // namespace

std::string_view SearchRequest::TextToShow(std::string_view parameter) const {
  const std::string_view text = given.ValueOf(parameter);
  if (text == address.ValueOf(parameter)) return text;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_first_byte = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (is_first_byte && ++characters > model::kMaxNameCharacters) return text.substr(0, at);
  }
  return text;
}

bool SearchRequest::NamesFinerIndustry() const {
  const model::Parameter& industry = *FilterShaped(kind, FilterShape::kIndustries).parameter;
  return open.size() > 1 || address.Has(industry.name);
}

ParameterTable SearchPageTable(model::Kind kind) {
  ParameterTable table = search::SearchTable(kind, search::Purpose::kPage);
  table.rows = kSearchPageRows;
  return table;
}

SearchRequest ReadSearch(const Context& context) {
  SearchRequest request{.kind = *context.argument().kind};
  const ParameterTable table = SearchPageTable(request.kind);
  request.given = WithPlainFlags(SearchAddress::Of(context.query, table), table);
  search::Values values(table);
  search::ParameterParser parser(&values, &request.problems);
  AddUnknownNames(context.query, table, &request.problems);
  for (const http::QueryPair& pair : context.query.pairs())
    if (!pair.well_formed) request.problems.push_back(UndecodablePair(pair));
  request.has_wrong_names = !request.problems.empty();
  for (const AddressPart& part : request.given.parts())
    parser.Take({.name = part.name, .value = part.value});
  parser.Finish();
  request.shows_counts = values.Whole(kCountsShown) != 0;
  request.open = values.Text(kOpenIndustry);
  if (request.problems.empty()) {
    request.query = search::QueryOf(request.kind, values, search::Purpose::kPage);
    request.given = WithKeysOnce(request.given);
  }
  request.address = WithoutRefused(request.given, request.problems);
  request.is_long = request.address.ToQuery().size() > kLongestRepeated;
  return request;
}

std::optional<std::string> BetterAddress(const Context& context, const SearchRequest& request,
                                         std::string_view home) {
  if (!std::ranges::all_of(context.query.pairs(), &http::QueryPair::well_formed))
    return std::nullopt;
  const std::string_view text = request.address.ValueOf(NamesOfSearch(request.kind).name);
  if (const auto number = NumberIn(text))
    return std::string(home).append("unit/").append(number->ToString());
  if (request.has_wrong_names) return std::nullopt;
  const SearchAddress& given = request.given;
  const std::string_view place = base::Trim(given.ValueOf(kPlaceName.name));
  const bool names_place = given.Has(kPlaceName.name);
  const auto is_of_place = [](const search::Problem& problem) {
    return std::ranges::find(problem.parameters, kPlaceName.name) != problem.parameters.end();
  };
  if (std::ranges::any_of(request.problems, is_of_place)) return std::nullopt;
  const bool is_large = request.problems.empty() && request.query.page.size > kMostResults;
  if (!names_place && !is_large && !IsUntidy(context.query, given)) return std::nullopt;
  SearchAddress better = given.Without(kPlaceName.name);
  if (is_large) better = WithSmallerPage(better, request.query.page);
  if (!place.empty()) better = WithPlace(better, request.kind, place);
  return request.LinkTo(better);
}

SearchAddress WithPlace(const SearchAddress& address, model::Kind kind, std::string_view place) {
  const std::string_view by_municipality = FilterShaped(kind, FilterShape::kPlaces).parameter->name;
  const std::string_view by_town = FilterShaped(kind, FilterShape::kTown).parameter->name;
  std::vector<std::string_view> numbers = NumbersOf(place);
  if (numbers.empty()) numbers = NumbersOf(base::Trim(place.substr(place.rfind(',') + 1)));
  if (numbers.empty()) return address.Without(by_municipality).With(by_town, place);
  SearchAddress found = address.Without(by_town);
  for (const std::string_view number : numbers) found = found.WithItem(by_municipality, number);
  return found;
}

}  // namespace orgreg::api
