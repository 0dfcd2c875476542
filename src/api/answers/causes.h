// SPDX-License-Identifier: EUPL-1.2

// Why a valid request cannot be answered, and what the client gets: one table for all operations. A
// temporary cause is 503 and says when to retry; a permanent one is 500 with a trace (spec,
// Errors). Pure functions and values.

#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

#include "api/answers/error_kinds.h"
#include "base/result.h"

namespace orgreg::api {

enum class Cause : std::uint8_t {
  kFault,        // stored bytes are damaged, a key is missing, or the program is wrong
  kShortage,     // the system has no disk space, memory, descriptors or lock left now
  kOverload,     // more requests than the server takes at a time
  kTooMuchWork,  // the client, or all clients, have as much expensive work in progress as
                 // is allowed
  kNotMade,      // the file is still being made
  kNoTokenKeys,  // the keys that check access tokens could not be read yet
  kNoData,       // the server has started, and is still making its index
  kBehind,       // the server does not have the update that the client wants to be in the answer
};

struct CauseRow {
  Cause cause = Cause::kFault;
  ErrorKind kind = ErrorKind::kFault;
  std::string_view retry_after_s = {};  // empty with 500: the same request fails again
};

const CauseRow& RowOf(Cause cause);

Cause CauseOf(base::Code code);
// The cause of an exception of a library or of the program itself.
Cause CauseOf(const std::exception& exception);

}  // namespace orgreg::api
