// SPDX-License-Identifier: EUPL-1.2

#include "base/build_date.h"

#include <cstdint>

namespace orgreg::base {

Timestamp BuildDate() {
  constexpr std::int64_t kMillisecondsPerDay = 86'400'000;
  return Timestamp::FromMilliseconds(ORGREG_BUILD_DAY * kMillisecondsPerDay);
}

}  // namespace orgreg::base
