// What a writing command does at its end: overwrites what records that were removed from
// publication left in unused parts of the store.

#pragma once

#include "base/result.h"
#include "records/register.h"

namespace orgreg::app {

// Tries for some seconds while others still read what is to be overwritten. A failure is
// told on standard error and is no failure of the command: whoever writes next tries again.
void WipeWithdrawn(records::Register* target);

}  // namespace orgreg::app
