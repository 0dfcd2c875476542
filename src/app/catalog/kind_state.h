// SPDX-License-Identifier: EUPL-1.2

// Which records of a kind a segment has. A value.

#pragma once

#include <cstdint>

#include "store/store.h"

namespace orgreg::app {

// One kind's part of the store at a commit.
struct KindState {
  store::CommitId commit;
  store::Contents contents = {};
  std::int64_t last_change = 0;  // The last line of the log then. Unknown for a kept base.
};

}  // namespace orgreg::app
