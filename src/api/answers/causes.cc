// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/causes.h"

#include <array>
#include <new>

namespace orgreg::api {
namespace {

constexpr std::array<CauseRow, 8> kRows = {{
    {Cause::kFault, ErrorKind::kFault, ""},
    {Cause::kShortage, ErrorKind::kShortage, "5"},
    {Cause::kOverload, ErrorKind::kOverload, "1"},
    {Cause::kTooMuchWork, ErrorKind::kTooMuchWork, "60"},
    {Cause::kNotMade, ErrorKind::kNotMade, "30"},
    {Cause::kNoTokenKeys, ErrorKind::kNoTokenKeys, "5"},
    {Cause::kNoData, ErrorKind::kNoData, "5"},
    {Cause::kBehind, ErrorKind::kBehind, "1"},
}};

constexpr bool HasARowForEachCause() {
  for (std::size_t at = 0; at < kRows.size(); ++at) {
    if (static_cast<std::size_t>(kRows[at].cause) != at) return false;
    if (kRows[at].retry_after_s.empty() != (kRows[at].kind == ErrorKind::kFault)) return false;
  }
  return static_cast<std::size_t>(Cause::kBehind) + 1 == kRows.size();
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
