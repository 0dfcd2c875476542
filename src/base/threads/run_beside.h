// SPDX-License-Identifier: EUPL-1.2

// Runs some tasks in parallel, on the calling thread and on one more for each other processor.
// Where the system gives no threads, the calling thread runs them all.

#pragma once

#include <functional>
#include <span>

#include "base/result.h"

namespace orgreg::base {

// Returns the error of the last task in order that failed; an exception counts as an error. Every
// task is run, even after another has failed.
Status RunBeside(std::span<const std::function<Status()>> tasks);

}  // namespace orgreg::base
