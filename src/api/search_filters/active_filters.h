// SPDX-License-Identifier: EUPL-1.2

// The filters of a search as values: what each is called, what it asks for, and the search without
// it. Pure; safe from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/pages/page_language.h"
#include "api/search_filters/search_address.h"
#include "model/kind.h"

namespace orgreg::api {

// One value of a list, one end of a range, or a whole filter.
struct ActiveFilter {
  std::string label = {};
  std::string value = {};  // Empty: the label says all.
  SearchAddress without = {};
};

struct ActiveFilterList {
  std::vector<ActiveFilter> shown = {};  // At most kMostActiveFilters.
  std::size_t more = 0;                  // How many are left out.
};

// Each has a link that repeats the rest of the search, so they are fewer in a long search: their
// links together have at most kMostLinkBytes. A search over kLongestRepeated has none.
inline constexpr std::size_t kMostActiveFilters = 50;
inline constexpr std::size_t kMostLinkBytes = 30'000;

// In the order of the address. The text that is searched for, the order and the page are not among
// them.
ActiveFilterList ActiveFilters(const SearchAddress& address, model::Kind kind,
                               PageLanguage language);

// The name of a parameter's filter, or of the fields that it searches; the parameter itself if
// there is none.
std::string LabelOf(std::string_view parameter, model::Kind kind, PageLanguage language);

// The search without any of them.
SearchAddress WithoutFilters(const SearchAddress& address, model::Kind kind);

}  // namespace orgreg::api
