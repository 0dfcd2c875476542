// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/sort_choices.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/pages/number_text.h"
#include "api/search_filters/filter_table.h"
#include "model/limits.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

struct Order {
  std::string_view SearchNames::* key = nullptr;
  std::string_view direction = {};
  std::string_view words = {};
};
constexpr std::array kOrders = {
    Order{&SearchNames::by_name, "asc", "search.sort.name"},
    Order{&SearchNames::by_employees, "desc", "search.sort.employees_most"},
    Order{&SearchNames::by_employees, "asc", "search.sort.employees_fewest"},
    Order{&SearchNames::by_founded, "desc", "search.sort.founded_newest"},
    Order{&SearchNames::by_founded, "asc", "search.sort.founded_oldest"},
    Order{&SearchNames::by_registered, "desc", "search.sort.registered_newest"},
    Order{&SearchNames::by_registered, "asc", "search.sort.registered_oldest"},
};
constexpr std::array<std::int64_t, 3> kSizes = {20, 50, 100};

// The order of the query as the choices write it; empty if it has none or several keys.
std::string OrderOf(const SearchRequest& request) {
  const std::vector<search::SortBy>& sort = request.query.page.sort;
  if (sort.size() != 1) return {};
  return std::string(search::SortKeyNames(request.kind)[sort.front().key])
      .append(sort.front().descending ? ",desc" : ",asc");
}

void AddSort(std::string_view value, std::string_view text, bool is_set, Page* page) {
  TemplateDictionary* const choice = AddSection(page->values(), "SORT_CHOICE");
  Set(choice, "SORT_VALUE", value);
  Set(choice, "SORT_TEXT", text);
  Show(choice, "SORT_SET", is_set);
}

// The choice stands for the first key; the form sends the others as they are.
void AddFurtherKeys(const SearchRequest& request, Page* page) {
  bool is_first = true;
  for (const AddressPart& part : request.address.parts())
    if (part.name == model::kSortParameter && !std::exchange(is_first, false))
      Set(AddSection(page->values(), "SORT_FURTHER"), "FURTHER_KEY", part.value);
}

void AddSize(std::int64_t size, bool is_set, Page* page) {
  TemplateDictionary* const choice = AddSection(page->values(), "SIZE_CHOICE");
  Set(choice, "SIZE_VALUE", size == model::kDefaultPageSize ? "" : std::to_string(size));
  Set(choice, "SIZE_TEXT", WholeText(size, page->language()));
  Show(choice, "SIZE_SET", is_set);
}

}  // namespace

void AddSortChoices(const SearchRequest& request, Page* page) {
  const SearchNames& names = NamesOfSearch(request.kind);
  const std::string_view given = request.address.ValueOf(model::kSortParameter);
  const std::string order = OrderOf(request);
  AddSort("",
          page->Words(request.address.Has(names.name) ? "search.sort.best" : "search.sort.number"),
          given.empty(), page);
  bool is_offered = given.empty();
  for (const Order& row : kOrders) {
    const std::string value = std::string(names.*row.key).append(",").append(row.direction);
    is_offered = is_offered || value == order;
    AddSort(value, page->Words(row.words), value == order, page);
  }
  if (!is_offered) AddSort(given, given, true, page);
  AddFurtherKeys(request, page);
  const std::int64_t size = request.query.page.size;
  for (const std::int64_t offered : kSizes) AddSize(offered, offered == size, page);
  if (std::ranges::find(kSizes, size) == kSizes.end()) AddSize(size, true, page);
}

}  // namespace orgreg::api
