#include "api/statements/statements.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/answers/errors.h"
#include "api/interface/basic_access.h"
#include "api/interface/failures.h"
#include "api/interface/number_in_path.h"
#include "api/interface/publication.h"
#include "api/interface/single_parameters.h"
#include "api/statements/errors.h"
#include "api/statements/statistics.h"
#include "base/threads/per_thread.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "ingest/imports/statements.h"
#include "model/statements/fields.h"
#include "records/readers/statement_record.h"
#include "render/statements/body.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using model::UsageMethod;
using search::Reason;

// Which part of statements the client is shown.
enum class View { kNone, kReduced, kFull };

std::optional<std::int32_t> ParseInt32(std::string_view text) {
  std::int32_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return value;
}

std::optional<Reason> TakeYear(std::string_view value, model::StatementFilter* filter) {
  filter->year = ParseInt32(value);
  return filter->year ? std::nullopt : std::optional(Reason::kNotWholeNumber);
}

std::optional<Reason> TakeType(std::string_view value, model::StatementFilter* filter) {
  filter->type = model::ReadStatementType(value);
  return filter->type ? std::nullopt : std::optional(Reason::kNotStatementType);
}

constexpr std::array<SingleParameter<model::StatementFilter>, 2> kParameters = {{
    {.name = model::kStatementYearParameter, .take = TakeYear},
    {.name = model::kStatementTypeParameter, .take = TakeType},
}};

// The number where it has filed statements that may be shown. Nothing otherwise, so that whoever
// asks for made-up numbers fills no list with them (docs/choices.md).
std::optional<OrgNumber> WithStatements(const search::Catalog& catalog, std::string_view text) {
  const std::optional<OrgNumber> number = OrgNumber::Parse(text);
  if (!number) return std::nullopt;
  const Result<bool> is_removed = IsRemoved(catalog, *number);
  if (!is_removed || *is_removed) return std::nullopt;
  const auto found = catalog.Lookup(model::Kind::kStatements, *number);
  const bool has_any = found && *found && (*found)->state == model::State::kLive;
  return has_any ? number : std::nullopt;
}

// Whatever becomes of the call (reference, Order of work).
void Count(UsageMethod method, std::optional<OrgNumber> number, const Context& context) {
  if (context.statistics == nullptr) return;
  context.statistics->counts->Record(
      {.method = method, .number = number, .address = context.client});
}

// Answers those who are shown nothing.
View ViewFor(const Context& context, Answer* answer) {
  using Kind = auth::BasicVerdict::Kind;
  const StatementSources& sources = *context.statements;
  if (sources.access == StatementsAccess::kOpen) return View::kFull;
  if (context.user->kind == Kind::kRight) {
    answer->response.AddHeader("Cache-Control", "private");
    return View::kFull;
  }
  if (context.user->kind == Kind::kUnusable) {
    const base::Error read_since{base::Code::kUnavailable, "the file of users was read just now"};
    answer->response.AddHeader("Cache-Control", "no-store");
    AnswerFailed(sources.users->problem().value_or(read_since), context, answer);
    return View::kNone;
  }
  const bool has_none = context.user->kind == Kind::kNoCredentials;
  if (has_none && sources.access == StatementsAccess::kReduced) return View::kReduced;
  const std::string_view challenge =
      sources.users == nullptr ? std::string_view() : sources.users->challenge();
  AnswerBasicRefusal(*context.user, challenge, &answer->response);
  return View::kNone;
}

// What the organisation has filed; null where there is nothing, or nothing that may be shown.
// Lives until the thread asks again.
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

render::StatementFormat FormatOf(const Offer& offer) {
  const auto* const place = std::ranges::find(kStatementTypes, offer.type);
  return static_cast<render::StatementFormat>(place - kStatementTypes.begin());
}

void AddFingerprint(Answer* answer) {
  const std::string& body = answer->response.body();
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

// True where there is nothing to be sent, which is then told.
bool AnswerEmpty(const model::Selection& selection, Answer* answer) {
  if (!selection.statements.empty()) return false;
  if (selection.plans_not_served.empty()) {
    AnswerNotFound(&answer->response);
  } else {
    AnswerPlansNotServed(selection.plans_not_served, &answer->response);
  }
  return true;
}

// Tells a client that the newest year it gets need not be the newest that was filed.
void AddPlansLeftOut(std::span<const std::string> plans, std::string_view origin,
                     http::Response* response) {
  if (plans.empty()) return;
  response->AddHeader("Link", fmt::format(R"(<{}{}>; rel="help"; type="text/plain"; )"
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

void LookUpStatements(const Context& context, Answer* answer) {
  const View view = ViewFor(context, answer);
  if (view == View::kNone) return Count(UsageMethod::kStatements, std::nullopt, context);
  Count(UsageMethod::kStatements, WithStatements(*context.catalog, context.Capture(0)), context);
  search::Problems problems;
  model::StatementFilter filter;
  // Who is shown the reduced view gets the newest statement, whatever is asked for.
  if (view == View::kFull) {
    filter = TakeParameters<model::StatementFilter>(kParameters, context.query, &problems,
                                                    Unknown::kPassedOver);
  }
  const std::optional<OrgNumber> number = NumberInPath(context, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const auto filings = FilingsOf(*context.catalog, *number);
  if (!filings) return AnswerFailed(filings.error(), context, answer);
  model::Selection selection;
  if (*filings != nullptr) {
    selection = view == View::kReduced ? model::SelectReduced(**filings)
                                       : model::SelectStatements(**filings, filter);
  }
  if (AnswerEmpty(selection, answer)) return;
  AddPlansLeftOut(selection.plans_not_served, context.origin, &answer->response);
  render::AppendStatementList(FormatOf(context.offer), selection.statements,
                              {.origin = context.origin}, &answer->response.body());
  AddFingerprint(answer);
}

void LookUpStatement(const Context& context, Answer* answer) {
  Count(UsageMethod::kStatementById, std::nullopt, context);
  const View view = ViewFor(context, answer);
  if (view == View::kNone) return;
  search::Problems problems;
  const std::string_view id_text = context.Capture(1);
  const std::optional<std::int32_t> id = ParseInt32(id_text);
  if (!id) {
    problems.insert(problems.begin(), {.reason = Reason::kNotWholeNumber,
                                       .parameters = {std::string(model::kStatementIdInPath)},
                                       .value = std::string(id_text)});
  }
  const std::optional<OrgNumber> number = NumberInPath(context, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const auto filings = FilingsOf(*context.catalog, *number);
  if (!filings) return AnswerFailed(filings.error(), context, answer);
  model::Selection selection;
  if (*filings != nullptr) selection = model::FindStatement(**filings, *id);
  if (AnswerEmpty(selection, answer)) return;
  model::Statement& statement = selection.statements.front();
  if (view == View::kReduced) model::Reduce(&statement);
  render::AppendStatement(FormatOf(context.offer), statement, {.origin = context.origin},
                          &answer->response.body());
  AddFingerprint(answer);
}

void ListBulkFiles(const Context& context, Answer* answer) {
  Count(UsageMethod::kLog, std::nullopt, context);
  auto view = context.statements->source->Read();
  if (!view) return AnswerFailed(view.error(), context, answer);
  const auto names = ingest::LoadedBulkFiles(&*view);
  if (!names) return AnswerFailed(names.error(), context, answer);
  if (names->empty()) return AnswerNotFound(&answer->response);
  std::string* const body = &answer->response.body();
  if (context.offer.type == kXmlType) {
    AppendNamesXml(*names, body);
  } else {
    AppendNamesJson(*names, body);
  }
  AddFingerprint(answer);
}

}  // namespace orgreg::api
