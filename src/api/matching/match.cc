// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/match.h"

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/extensions/unit_state.h"
#include "api/interface/ask.h"
#include "api/matching/bodies.h"
#include "api/matching/lines.h"
#include "api/matching/names.h"
#include "api/matching/org_number_text.h"
#include "base/threads/fair_share.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "http/message/body.h"
#include "model/limits.h"
#include "render/body_json.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kMalformed = "malformed";
constexpr std::string_view kCandidates = "candidates";

constexpr std::string_view kNotNumber = "The number does not have nine digits.";
constexpr std::string_view kWrongCheckDigit =
    "The check digit is wrong, so no unit can have the number.";
constexpr std::string_view kLongName = "The name has more than 180 characters.";

// The forms of a body, by the media type.
struct FormRow {
  std::string_view type = {};
  MatchForm form = MatchForm::kJsonLines;
};
constexpr std::array kForms = {FormRow{"application/x-ndjson", MatchForm::kJsonLines},
                               FormRow{"text/csv", MatchForm::kCsv}};
constexpr std::string_view kFormTypes = "application/x-ndjson, text/csv";

// A part of the answer ends after so much text or time, so that other clients get their turn.
constexpr std::size_t kPartBytes = std::size_t{128} << 10;
constexpr std::chrono::milliseconds kPartTime(10);
// Lines with numbers between two looks at the clock. A name may cost more than all of them.
constexpr int kNumbersAtOnce = 64;

base::Status DescribeNumber(const search::Catalog& catalog, std::string_view text,
                            MatchOutcome* outcome) {
  const std::optional<base::OrgNumber> number = NumberIn(text);
  if (!number) {
    outcome->status = kMalformed;
    outcome->reason = kNotNumber;
    return {};
  }
  outcome->number = *number;
  const std::optional<FoundUnit> found = TRY(FindUnit(catalog, *number));
  if (!found) {
    outcome->status = kUnknownStatus;
    if (!number->HasValidCheckDigit()) outcome->reason = kWrongCheckDigit;
    return {};
  }
  UnitBrief brief = BriefOf(*found);
  outcome->status = StatusOf(found->found.state);
  outcome->kind = model::RowOf(found->kind).one;
  outcome->name = std::move(brief.name);
  outcome->deleted_on = brief.deleted_on;
  outcome->superior = brief.superior;
  return {};
}

base::Status DescribeName(const search::Catalog& catalog, const NamedPlace& asked,
                          MatchOutcome* outcome) {
  if (base::CountCharacters(asked.name) > model::kMaxNameCharacters) {
    outcome->status = kMalformed;
    outcome->reason = kLongName;
    return {};
  }
  auto candidates = TRY(CandidatesFor(catalog, asked));
  outcome->status = candidates.empty() ? kUnknownStatus : kCandidates;
  if (!candidates.empty()) outcome->candidates = std::move(candidates);
  return {};
}

// A number decides, even if the line has a name too.
base::Result<MatchOutcome> OutcomeOf(const search::Catalog& catalog,
                                     const MatchQuestion& question) {
  MatchOutcome outcome{.line = question.line};
  if (!question.problem.empty()) {
    outcome.status = kMalformed;
    outcome.reason = question.problem;
  } else if (question.number) {
    TRY(DescribeNumber(catalog, *question.number, &outcome));
  } else {
    const std::string name = question.name.value_or("");
    TRY(DescribeName(catalog, {.name = name, .place = question.place}, &outcome));
  }
  return outcome;
}

// Each part is of the register as it is then, because the whole may last for hours and must not
// show what was removed meanwhile. The service outlives it.
class MatchBody final : public http::BodyStream {
 public:
  MatchBody(MatchForm form, const CurrentCatalog* newest, base::FairShare::Part place)
      : lines_(form), newest_(newest), place_(std::move(place)) {}

  bool NeedsInput() const override { return needs_input_; }
  void Take(const Input& input) override {
    lines_.Add(input.bytes, input.is_last);
    needs_input_ = false;
  }

  base::Result<bool> Next(std::string* out) override {
    const CurrentCatalog::Pointer catalog = newest_->Get();
    const auto end = std::chrono::steady_clock::now() + kPartTime;
    for (int numbers = 0; true;) {
      const std::optional<MatchQuestion> question = lines_.Next();
      if (!question) {
        needs_input_ = !lines_.AtEnd();
        // A client that has the whole answer finds its place free.
        if (!needs_input_) place_.GiveBack();
        return needs_input_;
      }
      const MatchOutcome outcome = TRY(OutcomeOf(*catalog, *question));
      render::AppendBody(kMatchOutcomeSchema, outcome, model::Form::kServed, out);
      out->push_back('\n');
      if (question->number && ++numbers % kNumbersAtOnce != 0) continue;
      if (out->size() >= kPartBytes || std::chrono::steady_clock::now() >= end) return true;
    }
  }

 private:
  MatchLines lines_;
  const CurrentCatalog* newest_;
  base::FairShare::Part place_;
  bool needs_input_ = true;
};

const FormRow* FormOf(const http::Request& request) {
  const std::string_view coding = request.Header("Content-Encoding");
  if (!coding.empty() && !base::EqualsIgnoringCase(coding, "identity")) return nullptr;
  std::string_view type = request.Header("Content-Type");
  type = base::Trim(type.substr(0, type.find(';')));
  for (const FormRow& row : kForms) {
    if (base::EqualsIgnoringCase(type, row.type)) return &row;
  }
  return nullptr;
}

}  // namespace

Outcome MatchUnits(const Context& context, Reply* reply) {
  TRY(Ask(context));
  const FormRow* const form = FormOf(context.request);
  if (form == nullptr) {
    // RFC 9110, 15.5.16: the types that would be taken.
    reply->AddHeader("Accept", kFormTypes);
    return WrongType{};
  }
  base::FairShare::Part place = context.shares.matching.Take(context.counts_as);
  if (!place.is_held()) return Cause::kTooMuchWork;
  return Stream{.body = std::make_unique<MatchBody>(form->form, &context.newest, std::move(place))};
}

}  // namespace orgreg::api
