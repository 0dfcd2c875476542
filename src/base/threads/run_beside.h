// Does some tasks beside each other, on the calling thread and as many others as there are
// processors and the system has to give: without any, the calling thread does all of them.

#pragma once

#include <functional>
#include <span>

#include "base/result.h"

namespace orgreg::base {

// Gives the error of the last task in order that failed; what a task throws counts as one. All are
// begun, whatever becomes of others.
Status RunBeside(std::span<const std::function<Status()>> tasks);

}  // namespace orgreg::base
