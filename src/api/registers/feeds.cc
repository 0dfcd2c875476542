// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/feeds.h"

#include "api/interface/ask.h"
#include "api/interface/list_frame.h"
#include "api/interface/parameter_rows.h"
#include "model/changes/update.h"
#include "render/change_json.h"
#include "render/public_form.h"
#include "search/request/parse_page.h"

namespace orgreg::api {
namespace {

// The updates of a page as JSON, all in one text.
struct RenderedUpdates {
  std::string text;
  std::vector<render::PublicForm> items;  // Point into `text`.
};

void Render(const model::UpdateQuery& query, const std::vector<model::Update>& updates,
            std::string_view origin, RenderedUpdates* rendered) {
  std::vector<std::size_t> ends;
  for (const model::Update& update : updates) {
    render::AppendUpdate(query.kind, update, query.with_changes, origin, &rendered->text);
    ends.push_back(rendered->text.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    rendered->items.emplace_back(std::string_view(rendered->text).substr(begin, end - begin));
    begin = end;
  }
}

model::UpdateQuery QueryFor(model::Kind kind, const search::Values& asked,
                            const search::PageRequest& page) {
  return {.kind = kind,
          .from_id = asked.Whole(kFromUpdateId),
          .from = asked.Time(kUpdatedFrom),
          .to = asked.Time(kUpdatedTo),
          .numbers = asked.Numbers(kUpdatedNumbers),
          .with_changes = asked.Whole(kWithChanges) != 0,
          .descending = !page.sort.empty() && page.sort.front().descending,
          .first = page.number * page.size,
          .count = page.size};
}

}  // namespace

// A client that polls gets 304 if there is no new update.
Outcome ListUpdates(const Context& context, Reply* reply) {
  const model::Kind kind = *context.argument().kind;
  const search::Values asked = TRY(Ask(context));
  const search::PageRequest wanted = search::PageOf(asked);
  const model::UpdateQuery query = QueryFor(kind, asked, wanted);
  const auto page = TRY(context.feed.Read(query, context.catalog->state().LastChangeOf(kind)));
  RenderedUpdates rendered;
  Render(query, page.updates, context.origin, &rendered);
  render::PageFrame frame = FrameOf(context, asked, wanted);
  frame.collection = model::UpdateCollectionOf(kind);
  frame.total = page.total;
  AnswerPage(frame, rendered.items, context.origin, reply);
  return TaggedBody(reply->body());
}

Outcome ListRoleUpdates(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const auto updates =
      TRY(context.feed.ReadRoles({.after_id = asked.Whole(kRolesAfterId),
                                  .after = asked.Time(kRolesUpdatedAfter),
                                  .numbers = asked.Numbers(kUpdatedNumbers),
                                  .size = asked.Whole(kRoleUpdatesSize)},
                                 context.catalog->state().LastChangeOf(model::Kind::kRoles)));
  render::AppendRoleEvents(updates, context.origin, &reply->body());
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
