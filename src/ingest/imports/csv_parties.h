// SPDX-License-Identifier: EUPL-1.2

// The published CSV of the register of political parties as a stream of entries. Its columns are
// identified by their position; the header is ignored (docs/choices.md, Other registers).

#pragma once

#include <memory>

#include "ingest/imports/unit_stream.h"

namespace orgreg::ingest {

// Fails with kInvalid if the header has not as many columns as the published file.
base::Result<std::unique_ptr<UnitStream>> OpenCsvParties(
    std::unique_ptr<formats::ByteSource> source);

}  // namespace orgreg::ingest
