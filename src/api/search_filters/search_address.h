// SPDX-License-Identifier: EUPL-1.2

// The query of a search page as a value: what is searched, in the order of the address. Links to
// other searches are made from it: without a filter, without one value of a list, with another
// page. A parameter without a value is not part of it, since forms send those of empty fields.
// Pure; safe from any thread.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/message/query.h"
#include "search/request/parameter.h"

namespace orgreg::api {

// In bytes: a page that repeats a longer query in each link would be much larger than the request.
inline constexpr std::size_t kLongestRepeated = 2000;

// Decoded. A list is one part, with commas between its values.
struct AddressPart {
  std::string name = {};
  std::string value = {};
};

class SearchAddress {
 public:
  // The pairs of a query that decode, that the table knows and that have a value. The values of a
  // list that is given several times, as boxes of a form give it, become one part.
  static SearchAddress Of(const http::Query& query, const search::ParameterTable& table);

  std::span<const AddressPart> parts() const { return parts_; }
  bool Has(std::string_view name) const;
  // Of the first part with the name; empty if there is none.
  std::string_view ValueOf(std::string_view name) const;
  // True if one of the values of a list is this one.
  bool HasItem(std::string_view name, std::string_view item) const;

  SearchAddress Without(std::string_view name) const;
  // The part goes with its last value.
  SearchAddress WithoutItem(std::string_view name, std::string_view item) const;
  // In the place of the parts with that name, or at the end. An empty value removes them.
  SearchAddress With(std::string_view name, std::string_view value) const;
  // A value more in a list, unless the list has it.
  SearchAddress WithItem(std::string_view name, std::string_view item) const;

  // Each part with the value that the function gives it; without those that it gives none.
  SearchAddress Changed(const std::function<std::string(const AddressPart&)>& value_of) const;

  // "navn=fjell&kommunenummer=0301,4601", without a question mark; empty if there are no parts.
  std::string ToQuery() const;
  // The same after the last part of a path, to which the link leads: "entities?navn=fjell".
  std::string ToLink(std::string_view last) const;

 private:
  std::vector<AddressPart> parts_;
};

}  // namespace orgreg::api
