// SPDX-License-Identifier: EUPL-1.2

// Common parts of the answers of all list handlers. Pure functions.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "api/interface/context.h"
#include "render/page_json.h"
#include "search/request/parse_parameters.h"
#include "search/request/query.h"

namespace orgreg::api {

// The frame of a page as requested. The other pages' links repeat the other parameters as given,
// then page, size and sort (reference, Paging and links).
render::PageFrame FrameOf(const Context& context, const search::Values& values,
                          const search::PageRequest& page);

// Answers with a page, and says so if more items follow that no page can show.
void AnswerPage(const render::PageFrame& frame, std::span<const render::PublicForm> items,
                std::string_view origin, Reply* reply);

// Says that an answer does not hold all matches; nothing if it does.
struct Selection {
  std::size_t total = 0;
  std::size_t sent = 0;
};
void AddCutField(const Selection& selection, Reply* reply);
// The same for a page, if more items follow that no page can show.
void AddCutField(const render::PageFrame& frame, std::size_t sent, Reply* reply);

}  // namespace orgreg::api
