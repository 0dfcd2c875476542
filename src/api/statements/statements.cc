// SPDX-License-Identifier: EUPL-1.2

// Each handler counts the call, decides which view the client gets, selects among the
// organisation's filings, and renders them in the form of the offer.

#include "api/statements/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/statements/published.h"
#include "api/statements/statistics.h"
#include "auth/users/basic_check.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "ingest/imports/statements.h"
#include "model/statements/fields.h"
#include "model/statements/served.h"
#include "render/statements/body.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;

// Counts the call, whatever its result is (reference, Order of work).
void Count(std::optional<OrgNumber> number, const Context& context) {
  const Statistics* const statistics = context.statistics;
  if (statistics == nullptr) return;
  statistics->counts->Record(
      {.method = *context.route.work.counted, .number = number, .address = context.client});
}

StatementsView ViewFor(const Context& context, Reply* reply) {
  const StatementsAccess access = context.statements->access;
  const auth::BasicVerdict::Kind credentials = context.user->kind;
  // An answer to a user is for that user alone.
  const bool is_users = access != StatementsAccess::kOpen;
  if (is_users && credentials == auth::BasicVerdict::Kind::kRight) {
    reply->AddHeader("Cache-Control", "private");
  }
  return ViewFor(access, credentials);
}

// Why the client sees nothing.
Outcome Refuse(const Context& context, Reply* reply) {
  if (context.user->kind != auth::BasicVerdict::Kind::kUnusable) return Refused{};
  const base::Error read_since{base::Code::kUnavailable, "the file of users was read just now"};
  reply->AddHeader("Cache-Control", "no-store");
  return context.statements->users->problem().value_or(read_since);
}

model::StatementFilter FilterOf(const search::Values& asked) {
  model::StatementFilter filter{.type = model::ReadStatementType(asked.Text(kStatementType))};
  if (asked.Has(kStatementYear)) {
    filter.year = static_cast<std::int32_t>(asked.Whole(kStatementYear));
  }
  return filter;
}

render::StatementFormat FormatOf(const Offer& offer) {
  const auto* const place = std::ranges::find(kStatementTypes, offer.type);
  return static_cast<render::StatementFormat>(place - kStatementTypes.begin());
}

// Tells a client that the newest year it gets need not be the newest filed.
void AddPlansLeftOut(std::span<const std::string> plans, std::string_view origin, Reply* reply) {
  if (plans.empty()) return;
  reply->AddHeader("Link", fmt::format(R"(<{}{}>; rel="help"; type="text/plain"; )"
                                       R"(title="left out: {}")",
                                       origin, kPlanNotesPath, fmt::join(plans, ", ")));
}

// ["20250603040015-masse.xml", …]
void AppendNamesJson(const std::vector<std::string>& names, std::string* out) {
  out->push_back('[');
  for (const std::string& name : names) {
    if (&name != names.data()) out->push_back(',');
    formats::AppendJsonString(name, out);
  }
  out->push_back(']');
}

void AppendElement(std::string_view name, std::string_view text, std::string* out) {
  out->append("<").append(name).append(">");
  formats::AppendXmlText(text, out);
  out->append("</").append(name).append(">");
}

void AppendNamesXml(const std::vector<std::string>& names, std::string* out) {
  out->append("<").append(model::kStatementNames.xml_list).append(">");
  for (const std::string& name : names) AppendElement(model::kStatementNames.xml_item, name, out);
  out->append("</").append(model::kStatementNames.xml_list).append(">");
}

}  // namespace

Outcome LookUpStatements(const Context& context, Reply* reply) {
  const StatementsView view = ViewFor(context, reply);
  if (view == StatementsView::kNone) {
    Count(std::nullopt, context);
    return Refuse(context, reply);
  }
  // An invented number is not counted, so that it does not fill the statistics (docs/choices.md).
  const std::optional<OrgNumber> number = OrgNumber::Parse(context.Capture(0));
  auto kept = FindFilings(*context.catalog, number);
  const bool has_filings = kept && *kept;
  Count(has_filings ? number : std::nullopt, context);
  // The reduced view has only the newest statement, whatever the parameters are.
  const search::Values asked = TRY(view == StatementsView::kFull ? Ask(context) : AskPath(context));
  const auto found = TRY(std::move(kept));
  const auto filings = TRY(ReadFilings(*number, found));
  const model::StatementFilter filter =
      view == StatementsView::kFull ? FilterOf(asked) : model::StatementFilter();
  model::Selection selection = SelectFor(view, filings, filter);
  if (selection.statements.empty()) return NotFound{std::move(selection.plans_not_served)};
  AddPlansLeftOut(selection.plans_not_served, context.origin, reply);
  render::AppendStatementList(FormatOf(context.offer), selection.statements,
                              {.origin = context.origin}, &reply->body());
  return TaggedBody(reply->body());
}

Outcome LookUpStatement(const Context& context, Reply* reply) {
  Count(std::nullopt, context);
  const StatementsView view = ViewFor(context, reply);
  if (view == StatementsView::kNone) return Refuse(context, reply);
  const search::Values asked = TRY(Ask(context));
  const auto id = static_cast<std::int32_t>(asked.Whole(kStatementIdInPath));
  const OrgNumber number = *asked.Number(kNumberInPath);
  const auto kept = TRY(FindFilings(*context.catalog, number));
  const auto filings = TRY(ReadFilings(number, kept));
  model::Selection selection = model::FindStatement(filings, id);
  if (selection.statements.empty()) return NotFound{std::move(selection.plans_not_served)};
  model::ServedStatement& statement = selection.statements.front();
  if (view == StatementsView::kReduced) model::Reduce(&statement);
  render::AppendStatement(FormatOf(context.offer), statement, {.origin = context.origin},
                          &reply->body());
  return TaggedBody(reply->body());
}

Outcome ListBulkFiles(const Context& context, Reply* reply) {
  Count(std::nullopt, context);
  auto view = TRY(context.statements->source->Read());
  const auto names = TRY(ingest::LoadedBulkFiles(&view));
  if (names.empty()) return NotFound{};
  if (context.offer.type == kXmlType) {
    AppendNamesXml(names, &reply->body());
  } else {
    AppendNamesJson(names, &reply->body());
  }
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
