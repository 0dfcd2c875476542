// SPDX-License-Identifier: EUPL-1.2

// Checks whether every identification number in the register opens, by opening them all: a stream
// cannot report later that it failed. Remembers up to which commit they opened, so that only the
// first inspection reads everything.
//
// Safe from any thread; one that comes during an inspection waits for its end.

#pragma once

#include <mutex>
#include <optional>

#include "base/result.h"
#include "records/register.h"

namespace orgreg::api {

struct Authority;

class NumberInspector {
 public:
  // The error of the first role list with a number that does not open.
  base::Status Inspect(const Authority& authority, records::View* view);

 private:
  struct Sound {
    store::CommitId commit = {};
    store::Contents contents = {};  // of the role lists
  };

  std::mutex mutex_;
  std::optional<Sound> sound_;  // Guarded by mutex_.
};

}  // namespace orgreg::api
