// SPDX-License-Identifier: EUPL-1.2

// Reads every unit of a kind from the store, in order of number.

#pragma once

#include <functional>

#include "base/result.h"
#include "model/kind.h"
#include "model/unit.h"
#include "store/store.h"

namespace orgreg::records {

// Called for each unit, which is valid until the call returns.
using UnitVisit = std::function<base::Status(const model::Unit&)>;

// Visits the units until `visit` fails; its error is then the result. Until this returns, nothing
// else may use the snapshot. kCorrupt if a row cannot be read.
base::Status ScanUnits(model::Kind kind, store::Snapshot* snapshot, const UnitVisit& visit);
// The same, while another thread reads and parses rows ahead. If the system gives no thread, the
// calling thread does everything.
base::Status ScanUnitsAhead(model::Kind kind, store::Snapshot* snapshot, const UnitVisit& visit);

}  // namespace orgreg::records
