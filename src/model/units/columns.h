// SPDX-License-Identifier: EUPL-1.2

// The columns of the files of a kind, in their order: one table for CSV and spreadsheet, so that
// the two never differ in what they hold. This table places a column; the field table has its CSV
// header and its value. A field of version 2 without a place gets a column at the end, so that a
// new field needs no second row.
//
// The tables are constants; everything here is safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/kind.h"
#include "model/units/field.h"

namespace orgreg::model {

// How a value is shown, if its type does not decide it.
enum class Show : std::uint8_t {
  kAsTyped,
  kYear,     // Text that is a number in the spreadsheet.
  kRunning,  // Lines of running text: in CSV one after the other (reference, CSV).
};

struct Column {
  const Field* field = nullptr;
  std::string csv_header = {};
  std::string sheet_header = {};  // docs/choices.md, Files.
  Show show = Show::kAsTyped;
};

// Reference, CSV: 90 columns for entities, 44 for sub-entities.
std::span<const Column> Columns(Kind kind);

}  // namespace orgreg::model
