// SPDX-License-Identifier: EUPL-1.2

// What a client accepts: lists with q-values (RFC 9110, section 12.5). Pure; allocates
// nothing for lists of usual length.

#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <span>
#include <string_view>

#include "http/message/request.h"

namespace orgreg::api {

// One item of such a list: "application/json;q=0.8".
struct Weighted {
  std::string_view value = {};  // Without parameters.
  int quality = 1000;           // Thousandths.
};

// The items of all fields of that name, in the order sent.
class WeightedList {
 public:
  WeightedList(const http::Request& request, std::string_view field_name);

  std::span<const Weighted> items() const { return {items_.data(), items_.size()}; }

 private:
  void Take(std::string_view list);

  static constexpr std::size_t kUsualItems = 16;

  boost::container::small_vector<Weighted, kUsualItems> items_;
};

// How much the client wants one media type: the most specific item decides.
struct Wish {
  static constexpr int kByName = 3;

  int quality = 0;
  std::size_t item = 0;  // Its place in the list.
  // kByName, 2 by its first part, 1 as anything, 0 not at all.
  int specificity = 0;
};
Wish WishFor(std::string_view type, const WeightedList& accepted);

// True if the client accepts gzip as a content coding.
bool AcceptsGzip(const http::Request& request);

}  // namespace orgreg::api
