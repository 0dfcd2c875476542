// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/paging.h"

#include <algorithm>

#include "model/limits.h"

namespace orgreg::api {

std::int64_t PageRange::Last() const {
  const std::int64_t with_results = (std::max<std::int64_t>(total, 1) - 1) / size;
  const std::int64_t in_window = std::max<std::int64_t>(model::kMaxWindow / size, 1) - 1;
  return std::min(with_results, in_window);
}

bool PageRange::IsCut() const { return total > model::kMaxWindow; }

std::int64_t PageRange::LastResult() const { return std::min((page + 1) * size, total); }

std::vector<std::int64_t> PagesToShow(const PageRange& range) {
  constexpr std::int64_t kNeighbours = 2;
  const std::int64_t last = range.Last();
  std::vector<std::int64_t> pages;
  for (std::int64_t at = 0; at <= last; ++at) {
    const bool is_near = at >= range.page - kNeighbours && at <= range.page + kNeighbours;
    if (at == 0 || at == last || is_near) {
      pages.push_back(at);
      continue;
    }
    pages.push_back(kPagesLeftOut);
    at = at < range.page ? std::min(range.page - kNeighbours, last) - 1 : last - 1;
  }
  return pages;
}

}  // namespace orgreg::api
