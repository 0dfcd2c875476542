// SPDX-License-Identifier: EUPL-1.2

// The filters of a search as values: what each is called, what it asks for, and the search without
// it. Pure; safe from any thread.

#pragma once

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

// In the order of the address. The text that is searched for, the order and the page are not among
// them.
std::vector<ActiveFilter> ActiveFilters(const SearchAddress& address, model::Kind kind,
                                        PageLanguage language);

// The name of a parameter's filter; the parameter itself if no filter is offered for it.
std::string LabelOf(std::string_view parameter, model::Kind kind, PageLanguage language);

// The search without any of them.
SearchAddress WithoutFilters(const SearchAddress& address, model::Kind kind);

}  // namespace orgreg::api
