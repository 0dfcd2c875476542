#include "api/statements/statistics.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/single_parameters.h"
#include "api/statements/errors.h"
#include "formats/json/text.h"
#include "model/statements/usage.h"

namespace orgreg::api {
namespace {

using base::Date;
using base::Timestamp;
using search::Reason;
using store::UsageGroup;

struct Asked {
  std::optional<Date> from = {};
  std::optional<Date> to = {};
};

template <std::optional<Date> Asked::* kMember>
std::optional<Reason> TakeDate(std::string_view value, Asked* asked) {
  asked->*kMember = Date::Parse(value);
  return asked->*kMember ? std::nullopt : std::optional(Reason::kNotDate);
}

constexpr std::array<SingleParameter<Asked>, 2> kParameters = {{
    {.name = model::kUsageFromParameter, .take = TakeDate<&Asked::from>},
    {.name = model::kUsageToParameter, .take = TakeDate<&Asked::to>},
}};

std::optional<Timestamp> StartOf(const Statistics& statistics, const std::optional<Date>& day) {
  if (!day) return std::nullopt;
  return Timestamp::FromMilliseconds(statistics.day_start(*day));
}

// The day after, since the last day counts as a whole (docs/choices.md).
std::optional<Date> After(const std::optional<Date>& day) {
  static const std::optional<Date> last = Date::Parse("9999-12-31");
  if (!day || day == last) return std::nullopt;
  return Date::FromDays(day->days() + 1);
}

// ["12;value", …]
void AppendTotals(const std::vector<store::UsageTotal>& totals, std::string* out) {
  out->push_back('[');
  for (const store::UsageTotal& total : totals) {
    if (&total != totals.data()) out->push_back(',');
    const std::string_view value = total.value.empty() ? model::kNoUsageValue : total.value;
    formats::AppendJsonString(std::to_string(total.calls).append(";").append(value), out);
  }
  out->push_back(']');
}

void CountBy(UsageGroup group, const Context& context, Answer* answer) {
  http::Response* const response = &answer->response;
  response->AddHeader("Cache-Control", "no-store");
  search::Problems problems;
  const Asked asked =
      TakeParameters<Asked>(kParameters, context.query, &problems, Unknown::kPassedOver);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  if (context.statistics == nullptr) {
    return AnswerFailed({base::Code::kUnavailable, "calls are not counted"}, context, answer);
  }
  const Statistics& statistics = *context.statistics;
  const auto totals = statistics.counts->Top(group, StartOf(statistics, asked.from),
                                             StartOf(statistics, After(asked.to)));
  if (!totals) return AnswerFailed(totals.error(), context, answer);
  if (totals->empty()) return AnswerNotFound(response);
  AppendTotals(*totals, &response->body());
}

}  // namespace

void CountByOrganisation(const Context& context, Answer* answer) {
  CountBy(UsageGroup::kOrganisation, context, answer);
}

void CountByMethod(const Context& context, Answer* answer) {
  CountBy(UsageGroup::kMethod, context, answer);
}

void CountByAddress(const Context& context, Answer* answer) {
  CountBy(UsageGroup::kAddress, context, answer);
}

}  // namespace orgreg::api
