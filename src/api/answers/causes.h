// Why a request that is right cannot be answered, and what the client is told: one table for all
// operations. What passes is 503 and says when to come again; what does not is 500 with a trace
// (spec, Errors). Pure functions and values.

#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

#include "base/result.h"

namespace orgreg::api {

enum class Cause : std::uint8_t {
  kFault,        // stored bytes are damaged, a key is missing, or the program is wrong
  kShortage,     // room on a disk, memory, descriptors or a lock: the system has none left now
  kOverload,     // more requests than the server takes at a time
  kTooMuchWork,  // as much expensive work as may be at a time, of the client or of all, is under
                 // way
  kNotMade,      // the file is still being made
  kNoTokenKeys,  // the keys that access tokens are checked with could not be read yet
  kNoData,       // the server has started, and is still making the index that answers come from
};

struct CauseRow {
  Cause cause = Cause::kFault;
  int status = 500;
  std::string_view retry_after_s = {};  // empty with 500: the same request fails again
  std::string_view detail = {};
};

const CauseRow& RowOf(Cause cause);

Cause CauseOf(base::Code code);
// Of what a library or the program itself threw.
Cause CauseOf(const std::exception& exception);

}  // namespace orgreg::api
