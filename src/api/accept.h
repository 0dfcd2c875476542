// What a client accepts: lists with q-values (RFC 9110, section 12.5). Pure; allocates
// nothing.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "http/request.h"

namespace orgreg::api {

// One item of such a list: "application/json;q=0.8".
struct Weighted {
  std::string_view value = {};  // Without parameters.
  int quality = 1000;           // Thousandths.
};

// The items of all fields of that name, in the order sent. What follows the first
// kMost is ignored: nobody honest sends so many.
class WeightedList {
 public:
  static constexpr std::size_t kMost = 32;

  WeightedList(const http::Request& request, std::string_view field_name);

  std::span<const Weighted> items() const { return std::span(items_).first(count_); }

 private:
  void Take(std::string_view list);

  std::array<Weighted, kMost> items_ = {};
  std::size_t count_ = 0;
};

// True where the client takes gzip as a content coding.
bool AcceptsGzip(const http::Request& request);

}  // namespace orgreg::api
