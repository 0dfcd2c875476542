// SPDX-License-Identifier: EUPL-1.2

#include "api/statements/statistics.h"

#include <optional>
#include <string>
#include <vector>

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "formats/json/text.h"
#include "model/statements/usage.h"

namespace orgreg::api {
namespace {

using base::Date;
using base::Timestamp;

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

}  // namespace

Outcome CountCalls(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  if (context.statistics == nullptr) {
    return base::Error{base::Code::kUnavailable, "calls are not counted"};
  }
  const Statistics& statistics = *context.statistics;
  const auto totals = TRY(
      statistics.counts->Top(context.argument().group, StartOf(statistics, asked.Day(kCountedFrom)),
                             StartOf(statistics, After(asked.Day(kCountedTo)))));
  if (totals.empty()) return NotFound{};
  AppendTotals(totals, &reply->body());
  return Body{};
}

}  // namespace orgreg::api
