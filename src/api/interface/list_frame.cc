// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/list_frame.h"

#include <fmt/format.h>

#include "model/limits.h"

namespace orgreg::api {
namespace {

// docs/downloads.md, Selections.
constexpr std::string_view kSelectionField = "Register-Selection";

}  // namespace

render::PageFrame FrameOf(const Context& context, const search::Values& values,
                          const search::PageRequest& page) {
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
  const std::span<const std::string_view> sort_keys = values.table().sort_keys;
  for (const search::SortBy& sort : page.sort) {
    frame.sort.push_back(std::string(sort_keys[sort.key]) + (sort.descending ? ",desc" : ",asc"));
  }
  return frame;
}

void AnswerPage(const render::PageFrame& frame, std::span<const render::PublicForm> items,
                std::string_view origin, Reply* reply) {
  render::AppendPage(frame, items, origin, &reply->body());
  AddCutField(frame, items.size(), reply);
}

void AddCutField(const Selection& selection, Reply* reply) {
  if (selection.sent >= selection.total) return;
  reply->AddHeader(kSelectionField,
                   fmt::format("cut; total={}; sent={}", selection.total, selection.sent));
}

void AddCutField(const render::PageFrame& frame, std::size_t sent, Reply* reply) {
  if (!render::IsCut(frame)) return;
  AddCutField({.total = static_cast<std::size_t>(frame.total), .sent = sent}, reply);
}

}  // namespace orgreg::api
