// SPDX-License-Identifier: EUPL-1.2

// The published CSV as a stream of units: columns are recognised by their header, in any order; the
// field table gives the meaning of a cell (docs/choices.md, CSV import).

#pragma once

#include <memory>

#include "ingest/imports/unit_stream.h"
#include "model/kind.h"

namespace orgreg::ingest {

// Fails with kInvalid if the header has no organisation number.
base::Result<std::unique_ptr<UnitStream>> OpenCsvUnits(model::Kind kind,
                                                       std::unique_ptr<formats::ByteSource> source);

}  // namespace orgreg::ingest
