// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/units.h"

#include "api/interface/ask.h"
#include "api/interface/list_frame.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/record_streams.h"
#include "api/interface/served_unit.h"
#include "model/resources.h"
#include "model/units/normalise.h"
#include "render/record_json.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using model::Kind;

// This many records are answered at once; more are sent while the client reads them.
constexpr std::size_t kMostAtOnce = 100;

Outcome StreamAll(const search::Query& query, const Context& context) {
  auto walk = TRY(context.catalog->Walk(query));
  return Stream{.body = std::make_unique<LinesBody>(std::move(walk), std::string(context.origin))};
}

// True for searches that may take milliseconds: look-ups of other clients must not wait for them.
bool TakesTime(const search::Query& query, const Context& context) {
  return context.offer.streamed || static_cast<std::size_t>(query.page.size) > kMostAtOnce ||
         !context.catalog->IsQuick(query);
}

// A large page must not wait in memory for a client that reads slowly.
Outcome StreamPage(const render::PageFrame& frame, search::Page page, const Context& context,
                   Reply* reply) {
  TRY(context.catalog->Check(page));
  PageBody::Frame around;
  render::AppendPageBegin(frame, true, &around.begin);
  render::AppendPageEnd(frame, true, context.origin, &around.end);
  AddCutField(frame, page.places.size(), reply);
  return Stream{.body = std::make_unique<PageBody>(std::move(around), context.catalog,
                                                   std::move(page), std::string(context.origin)),
                .may_be_packed = true};
}

// Version 1 is made on request, from the record of version 2.
void AppendVersion1(Kind kind, const render::PublicForm& record, std::string_view origin,
                    std::string* out) {
  const model::Unit unit = UnitOf(kind, record);
  render::PublicText older;
  render::AppendServedRecord(
      kind, unit.state == model::State::kLive ? model::AsVersion1(unit) : unit, 1, &older);
  older.form().AppendTo(origin, out);
}

}  // namespace

Outcome SearchUnits(const Context& context, Reply* reply) {
  const Kind kind = *context.argument().kind;
  const search::Values asked = TRY(Ask(context));
  const search::Query query = search::QueryOf(
      kind, asked, context.offer.streamed ? search::Purpose::kStream : search::Purpose::kPage);
  if (context.is_hurried && TakesTime(query, context)) return PutOff{};
  if (context.offer.streamed) return StreamAll(query, context);
  search::Page page = TRY(context.catalog->Search(query));
  render::PageFrame frame = FrameOf(context, asked, query.page);
  frame.collection = model::CollectionOf(kind);
  frame.total = static_cast<std::int64_t>(page.total);
  if (page.places.size() > kMostAtOnce) return StreamPage(frame, std::move(page), context, reply);
  const auto records = TRY(context.catalog->Served(page));
  AnswerPage(frame, records, context.origin, reply);
  return Body{};
}

Outcome LookUpUnit(const Context& context, Reply* reply) {
  const Kind kind = *context.argument().kind;
  const search::Values asked = TRY(Ask(context));
  const auto found = TRY(context.catalog->Lookup(kind, *asked.Number(kNumberInPath)));
  if (!found) return NotFound{};
  if (context.offer.version == 1) {
    AppendVersion1(kind, found->record.served(), context.origin, &reply->body());
  } else {
    found->record.served().AppendTo(context.origin, &reply->body());
  }
  // Spec, Deleted and removed records.
  if (found->state == model::State::kRemoved) return Gone{};
  return Body{.fingerprint = found->fingerprint};
}

}  // namespace orgreg::api
