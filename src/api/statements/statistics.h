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

// Grouped as the argument says. This reads up to hundreds of megabytes, so it has threads of its
// own.
Outcome CountCalls(const Context& context, Reply* reply);

}  // namespace orgreg::api
