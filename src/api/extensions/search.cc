// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/search.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/extensions/bodies.h"
#include "api/extensions/cursor.h"
#include "api/interface/ask.h"
#include "api/interface/record_streams.h"
#include "base/values/percent.h"
#include "render/body_json.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

// This many records are answered at once; more are sent while the client reads them.
constexpr std::int64_t kMostAtOnce = 100;
constexpr std::string_view kBegin = R"({"items":[)";

// The address of this answer, or of the one at another cursor: all other parameters stay.
Link LinkTo(const Context& context, std::optional<std::string_view> cursor) {
  Link link{.href = std::string(context.origin)};
  link.href.append(context.request.raw_path);
  if (!cursor) {
    if (!context.request.has_query) return link;
    link.href.push_back('?');
    base::AppendSafeQuery(context.request.query, &link.href);
    return link;
  }
  link.href.push_back('?');
  for (const http::QueryPair& pair : context.query.pairs()) {
    if (pair.name == kCursor.name) continue;
    base::AppendSafeQuery(pair.raw_name, &link.href);
    if (pair.has_value) link.href.push_back('=');
    base::AppendSafeQuery(pair.raw_value, &link.href);
    link.href.push_back('&');
  }
  link.href.append(kCursor.name).append("=").append(*cursor);
  return link;
}

// The text after the records.
std::string EndOf(const search::Query& query, const search::PartAfter& part,
                  const Context& context) {
  CursorPage page{.total = static_cast<std::int64_t>(part.page.total),
                  .self = LinkTo(context, std::nullopt)};
  if (part.last) {
    page.next_cursor = CursorOf(query, *part.last);
    page.next = LinkTo(context, *page.next_cursor);
  }
  std::string end = "]";
  render::FormWriter writer(&end);
  render::AppendMembers(kCursorPageSchema, page, model::Form::kServed, &writer);
  return end.append("}");
}

// Must not be answered by a thread that serves connections.
bool TakesTime(const search::Query& query, const Context& context) {
  return query.page.size > kMostAtOnce || !search::OrderKeys(query).empty() ||
         !context.catalog->IsQuick(query);
}

Outcome StreamPart(std::string end, search::Page page, const Context& context) {
  TRY(context.catalog->Check(page));
  return Stream{.body = std::make_unique<PageBody>(
                    PageBody::Frame{.begin = std::string(kBegin), .end = std::move(end)},
                    context.catalog, std::move(page), std::string(context.origin)),
                .may_be_packed = true};
}

}  // namespace

Outcome SearchByCursor(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const search::Query query =
      search::QueryOf(*context.argument().kind, asked, search::Purpose::kPage);
  std::optional<search::Position> after;
  if (asked.Has(kCursor)) {
    after = PositionIn(query, asked.Text(kCursor));
    if (!after) {
      return search::Problems{{.reason = search::Reason::kForeignCursor,
                               .parameters = {std::string(kCursor.name)},
                               .value = std::string(asked.Text(kCursor))}};
    }
  }
  if (context.is_hurried && TakesTime(query, context)) return PutOff{};
  search::PartAfter part = TRY(context.catalog->SearchAfter(query, after ? &*after : nullptr));
  std::string end = EndOf(query, part, context);
  if (query.page.size > kMostAtOnce) {
    return StreamPart(std::move(end), std::move(part.page), context);
  }
  const auto records = TRY(context.catalog->Served(part.page));
  std::string& body = reply->body();
  body.append(kBegin);
  for (const render::PublicForm& record : records) {
    if (&record != records.data()) body.push_back(',');
    record.AppendTo(context.origin, &body);
  }
  body.append(end);
  return Body{};
}

}  // namespace orgreg::api
