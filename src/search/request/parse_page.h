// Reads the parameters that every list takes: size, page and sort (spec, Common query
// parameters). Used by the search and by the reference lists. Pure.

#pragma once

#include <span>
#include <string_view>

#include "search/request/arguments.h"
#include "search/request/problem.h"
#include "search/request/query.h"

namespace orgreg::search {

class PageParser {
 public:
  // `sort_keys` outlive the parser; `size` is that of a page where none is asked for.
  explicit PageParser(std::span<const std::string_view> sort_keys,
                      std::int64_t size = model::kDefaultPageSize)
      : sort_keys_(sort_keys), page_{.size = size} {}

  // False where the argument is none of the three.
  bool Take(const Argument& argument, Problems* problems);
  // After all arguments: checks the window. Spec, Limits: (page+1)*size at most 10 000.
  PageRequest Finish(Problems* problems) const;

 private:
  void TakeSort(const Argument& argument, Problems* problems);
  void AddSort(SortBy sort);

  std::span<const std::string_view> sort_keys_;
  PageRequest page_;
  bool has_size_ = false;
  bool has_page_ = false;
  bool is_valid_ = true;  // Size and page are numbers that can be multiplied.
};

}  // namespace orgreg::search
