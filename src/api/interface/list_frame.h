// What every list handler does with its parameters and its answer. Pure functions.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "api/interface/context.h"
#include "render/page_json.h"
#include "search/request/arguments.h"
#include "search/request/query.h"

namespace orgreg::api {

// The parameter, if it is well-formed; otherwise a problem.
std::optional<search::Argument> ArgumentOf(const http::QueryPair& pair, search::Problems* problems);

// The well-formed parameters; a problem for each other one.
std::vector<search::Argument> ArgumentsOf(const http::Query& query, search::Problems* problems);

// A problem for each parameter of a resource that takes none.
search::Problems RefuseArguments(const http::Query& query);

// The frame of a page as the request asked for it. The other pages' links repeat the other
// parameters as given, then page, size and sort (reference, Paging and links).
render::PageFrame FrameOf(const Context& context, const search::PageRequest& page,
                          std::span<const std::string_view> sort_keys);

// Answers with a page, and says so where items follow that no page can show.
void AnswerPage(const render::PageFrame& frame, std::span<const render::PublicForm> items,
                std::string_view origin, http::Response* response);

// Says that an answer does not hold all that was found; nothing where it does.
struct Selection {
  std::size_t total = 0;
  std::size_t sent = 0;
};
void AddCutField(const Selection& selection, http::Response* response);
// The same of a page, where items follow it that no page can show.
void AddCutField(const render::PageFrame& frame, std::size_t sent, http::Response* response);

}  // namespace orgreg::api
