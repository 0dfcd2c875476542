// How often the statements were asked for (spec, What the service does, 4): the organisations,
// operations and client addresses with the most calls, between two days (docs/choices.md).

#pragma once

#include <cstdint>
#include <functional>

#include "api/interface/context.h"
#include "base/values/date.h"
#include "records/usage_counts.h"

namespace orgreg::api {

// Where counts come from. Made once at start; any number of threads.
struct Statistics {
  records::UsageCounts* counts = nullptr;
  // The first moment of a day where the service is at home, in milliseconds since 1970, UTC.
  std::function<std::int64_t(base::Date)> day_start = {};
};

// These read up to hundreds of megabytes, so they have threads of their own.
void CountByOrganisation(const Context& context, Answer* answer);
void CountByMethod(const Context& context, Answer* answer);
void CountByAddress(const Context& context, Answer* answer);

}  // namespace orgreg::api
