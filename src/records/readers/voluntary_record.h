// SPDX-License-Identifier: EUPL-1.2

// Entries of the register of non-profit organisations that are shown reduced, because their entity
// was struck off. Pure functions; safe from any thread.

#pragma once

#include <string_view>

#include "base/result.h"
#include "base/values/date.h"
#include "render/record_columns.h"

namespace orgreg::records {

// The columns of an entry, given without insets, if it had been struck off on that day.
base::Result<render::RecordColumns> ReducedVoluntary(std::string_view plain, base::Date day);

}  // namespace orgreg::records
