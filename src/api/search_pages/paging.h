// SPDX-License-Identifier: EUPL-1.2

// The pages of a result as links. The window of the specified search ends them: what is after it is
// only in the files and in the search with a cursor. Pure.

#pragma once

#include <cstdint>
#include <vector>

namespace orgreg::api {

struct PageRange {
  std::int64_t page = 0;  // From 0.
  std::int64_t size = 1;
  std::int64_t total = 0;

  // The last page with a result that the window contains; 0 if there is no result.
  std::int64_t Last() const;
  bool IsCut() const;  // More results than the window has.
  // Of the results, from 1.
  std::int64_t FirstResult() const { return page * size + 1; }
  std::int64_t LastResult() const;
};

// The numbers of the pages to link to, ascending: the first, the last, this one and its neighbours;
// -1 where some are left out.
inline constexpr std::int64_t kPagesLeftOut = -1;
std::vector<std::int64_t> PagesToShow(const PageRange& range);

}  // namespace orgreg::api
