// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/causes.h"

#include <array>
#include <new>

namespace orgreg::api {
namespace {

constexpr std::array<CauseRow, 7> kRows = {{
    {.cause = Cause::kFault, .status = 500, .detail = "Internal Server Error"},
    {.cause = Cause::kShortage,
     .status = 503,
     .retry_after_s = "5",
     .detail = "The data cannot be read at the moment; try again."},
    {.cause = Cause::kOverload,
     .status = 503,
     .retry_after_s = "1",
     .detail = "The server is busy; try again."},
    {.cause = Cause::kTooMuchWork,
     .status = 503,
     .retry_after_s = "60",
     .detail = "This is expensive, and as much of it as may be at a time is under way, for this "
               "address or for all; try again."},
    {.cause = Cause::kNotMade,
     .status = 503,
     .retry_after_s = "30",
     .detail = "The file is being made; try again."},
    {.cause = Cause::kNoTokenKeys,
     .status = 503,
     .retry_after_s = "5",
     .detail = "There are no keys to check the token with at the moment; try again."},
    {.cause = Cause::kNoData,
     .status = 503,
     .retry_after_s = "5",
     .detail = "The server has just started and is still indexing the register; try again."},
}};

constexpr bool HasARowForEachCause() {
  for (std::size_t at = 0; at < kRows.size(); ++at) {
    if (static_cast<std::size_t>(kRows[at].cause) != at) return false;
    if (kRows[at].retry_after_s.empty() != (kRows[at].status == 500)) return false;
  }
  return static_cast<std::size_t>(Cause::kNoData) + 1 == kRows.size();
}
static_assert(HasARowForEachCause());

}  // namespace

const CauseRow& RowOf(Cause cause) { return kRows[static_cast<std::size_t>(cause)]; }

Cause CauseOf(base::Code code) {
  switch (code) {
    case base::Code::kUnavailable:
      return Cause::kShortage;
    case base::Code::kInvalid:
    case base::Code::kNotFound:
    case base::Code::kCorrupt:
    case base::Code::kIo:
    case base::Code::kLimit:
      return Cause::kFault;
  }
  return Cause::kFault;
}

Cause CauseOf(const std::exception& exception) {
  const bool lacks_memory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr;
  return lacks_memory ? Cause::kShortage : Cause::kFault;
}

}  // namespace orgreg::api
