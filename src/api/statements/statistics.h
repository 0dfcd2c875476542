// SPDX-License-Identifier: EUPL-1.2

// How often the statements were requested (spec, What the service does, 4): the organisations,
// operations and client addresses with the most calls, between two days (docs/choices.md).

#pragma once

#include <cstdint>
#include <functional>

#include "api/interface/context.h"
#include "base/values/date.h"
#include "records/usage_counts.h"

namespace orgreg::api {

// The source of counts. Made once at start; any number of threads.
struct Statistics {
  records::UsageCounts* counts = nullptr;
  // The first moment of a day in the service's time zone, in milliseconds since 1970, UTC.
  std::function<std::int64_t(base::Date)> day_start = {};
};

// Grouped by the argument. This reads up to hundreds of megabytes, so it has threads of its own.
Outcome CountCalls(const Context& context, Reply* reply);

}  // namespace orgreg::api
