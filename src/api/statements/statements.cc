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
#include "api/interface/publication.h"
#include "api/statements/statistics.h"
#include "auth/users/basic_check.h"
#include "base/threads/per_thread.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "ingest/imports/statements.h"
#include "model/statements/fields.h"
#include "records/readers/record_reader.h"
#include "records/readers/statement_record.h"
#include "render/statements/body.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;

// How much of the statements the client sees.
enum class View { kNone, kReduced, kFull };

// The number, if it has filed statements that may be shown. Nothing otherwise, so that invented
// numbers do not fill the statistics (docs/choices.md).
std::optional<OrgNumber> WithStatements(const search::Catalog& catalog, std::string_view text) {
  const std::optional<OrgNumber> number = OrgNumber::Parse(text);
  if (!number) return std::nullopt;
  const Result<bool> is_removed = IsRemoved(catalog, *number);
  if (!is_removed || *is_removed) return std::nullopt;
  const auto found = catalog.Lookup(model::Kind::kStatements, *number);
  const bool has_any = found && *found && (*found)->state == model::State::kLive;
  return has_any ? number : std::nullopt;
}

// Counts the call, whatever its result is (reference, Order of work).
void Count(std::optional<OrgNumber> number, const Context& context) {
  const Statistics* const statistics = context.statistics;
  if (statistics == nullptr) return;
  statistics->counts->Record(
      {.method = *context.route.work.counted, .number = number, .address = context.client});
}

View ViewFor(const Context& context, Reply* reply) {
  using Kind = auth::BasicVerdict::Kind;
  const StatementsAccess access = context.statements->access;
  if (access == StatementsAccess::kOpen) return View::kFull;
  if (context.user->kind == Kind::kRight) {
    reply->AddHeader("Cache-Control", "private");
    return View::kFull;
  }
  const bool has_none = context.user->kind == Kind::kNoCredentials;
  return has_none && access == StatementsAccess::kReduced ? View::kReduced : View::kNone;
}

// Why the client sees nothing.
Outcome Refuse(const Context& context, Reply* reply) {
  if (context.user->kind != auth::BasicVerdict::Kind::kUnusable) return Refused{};
  const base::Error read_since{base::Code::kUnavailable, "the file of users was read just now"};
  reply->AddHeader("Cache-Control", "no-store");
  return context.statements->users->problem().value_or(read_since);
}

// The organisation's filings; null if there are none, or none that may be shown. Lives until the
// thread asks again.
Result<const model::Filings*> FilingsOf(const search::Catalog& catalog, OrgNumber number) {
  struct Scratch {
    records::StatementReader reader;
    model::Filings filings;
    std::string padded;
  };
  static base::PerThread<Scratch> scratches;
  auto& [reader, filings, padded] = scratches.Get();
  const model::Filings* const none = nullptr;
  const auto is_removed = TRY(IsRemoved(catalog, number));
  const auto found = TRY(catalog.Lookup(model::Kind::kStatements, number));
  if (is_removed || !found || found->state != model::State::kLive) return none;
  padded.reserve(found->record.stored().size() + records::RecordReader::kPadding);
  padded.assign(found->record.stored());
  records::Problems problems;
  std::vector<std::string> unknown;
  if (reader.ReadFilings(padded, &filings, &problems, &unknown)) return &std::as_const(filings);
  return base::Error{base::Code::kCorrupt, number.ToString() + ": " + problems.front().Text()};
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
  const View view = ViewFor(context, reply);
  if (view == View::kNone) {
    Count(std::nullopt, context);
    return Refuse(context, reply);
  }
  Count(WithStatements(*context.catalog, context.Capture(0)), context);
  // The reduced view has only the newest statement, whatever the parameters are.
  const search::Values asked = TRY(view == View::kFull ? Ask(context) : AskPath(context));
  const auto* const filings = TRY(FilingsOf(*context.catalog, *asked.Number(kNumberInPath)));
  model::Selection selection;
  if (filings != nullptr) {
    selection = view == View::kReduced ? model::SelectReduced(*filings)
                                       : model::SelectStatements(*filings, FilterOf(asked));
  }
  if (selection.statements.empty()) return NotFound{std::move(selection.plans_not_served)};
  AddPlansLeftOut(selection.plans_not_served, context.origin, reply);
  render::AppendStatementList(FormatOf(context.offer), selection.statements,
                              {.origin = context.origin}, &reply->body());
  return TaggedBody(reply->body());
}

Outcome LookUpStatement(const Context& context, Reply* reply) {
  Count(std::nullopt, context);
  const View view = ViewFor(context, reply);
  if (view == View::kNone) return Refuse(context, reply);
  const search::Values asked = TRY(Ask(context));
  const auto id = static_cast<std::int32_t>(asked.Whole(kStatementIdInPath));
  const auto* const filings = TRY(FilingsOf(*context.catalog, *asked.Number(kNumberInPath)));
  model::Selection selection;
  if (filings != nullptr) selection = model::FindStatement(*filings, id);
  if (selection.statements.empty()) return NotFound{std::move(selection.plans_not_served)};
  model::Statement& statement = selection.statements.front();
  if (view == View::kReduced) model::Reduce(&statement);
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
