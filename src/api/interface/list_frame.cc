#include "api/interface/list_frame.h"

#include <fmt/format.h>

#include "base/values/percent.h"
#include "model/limits.h"

namespace orgreg::api {
namespace {

// docs/downloads.md, Selections.
constexpr std::string_view kSelectionField = "Register-Selection";

}  // namespace

std::optional<search::Argument> ArgumentOf(const http::QueryPair& pair,
                                           search::Problems* problems) {
  if (pair.well_formed) return search::Argument{.name = pair.name, .value = pair.value};
  // What could not be decoded is shown in a form that can stand in JSON.
  std::string name;
  std::string value;
  base::AppendSafeQuery(pair.raw_name, &name);
  base::AppendSafeQuery(pair.raw_value, &value);
  problems->push_back(
      {.reason = search::Reason::kNotEncoded, .parameters = {name}, .value = value});
  return std::nullopt;
}

std::vector<search::Argument> ArgumentsOf(const http::Query& query, search::Problems* problems) {
  std::vector<search::Argument> arguments;
  for (const http::QueryPair& pair : query.pairs()) {
    if (const auto argument = ArgumentOf(pair, problems)) arguments.push_back(*argument);
  }
  return arguments;
}

search::Problems RefuseArguments(const http::Query& query) {
  search::Problems problems;
  for (const search::Argument& argument : ArgumentsOf(query, &problems)) {
    problems.push_back({.reason = search::Reason::kUnknownParameter,
                        .parameters = {std::string(argument.name)},
                        .value = std::string(argument.value)});
  }
  return problems;
}

render::PageFrame FrameOf(const Context& context, const search::PageRequest& page,
                          std::span<const std::string_view> sort_keys) {
  render::PageFrame frame{.path = context.request.raw_path,
                          .raw_query = context.request.query,
                          .has_query = context.request.has_query,
                          .size = page.size,
                          .number = page.number};
  for (const http::QueryPair& pair : context.query.pairs()) {
    const bool is_paging = pair.name == model::kPageParameter ||
                           pair.name == model::kSizeParameter || pair.name == model::kSortParameter;
    if (is_paging) continue;
    if (!frame.kept_query.empty()) frame.kept_query.push_back('&');
    frame.kept_query.append(pair.raw_name);
    if (pair.has_value) frame.kept_query.append("=").append(pair.raw_value);
  }
  for (const search::SortBy& sort : page.sort) {
    frame.sort.push_back(std::string(sort_keys[sort.key]) + (sort.descending ? ",desc" : ",asc"));
  }
  return frame;
}

void AnswerPage(const render::PageFrame& frame, std::span<const render::PublicForm> items,
                std::string_view origin, http::Response* response) {
  render::AppendPage(frame, items, origin, &response->body());
  AddCutField(frame, items.size(), response);
}

void AddCutField(const Selection& selection, http::Response* response) {
  if (selection.sent >= selection.total) return;
  response->AddHeader(kSelectionField,
                      fmt::format("cut; total={}; sent={}", selection.total, selection.sent));
}

void AddCutField(const render::PageFrame& frame, std::size_t sent, http::Response* response) {
  if (!render::IsCut(frame)) return;
  AddCutField({.total = static_cast<std::size_t>(frame.total), .sent = sent}, response);
}

}  // namespace orgreg::api
