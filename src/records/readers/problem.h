// SPDX-License-Identifier: EUPL-1.2

// Why a record, or a member of it, is rejected (model/schema/problem.h).

#pragma once

#include "model/schema/problem.h"

namespace orgreg::records {

using model::IsAbout;
using model::Joined;
using model::kTaken;
using model::Problem;
using model::Problems;
using model::Reason;

}  // namespace orgreg::records
