// SPDX-License-Identifier: EUPL-1.2

// What the store remembers of a bulk file of statements: its content, and the filings that it
// brought. It is a note of the store under the id of the file's batch (docs/store-format.md).
// Stores of earlier versions have none for the files loaded then.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/id_ranges.h"

namespace orgreg::ingest {

struct BulkFileNote {
  std::uint64_t digest = 0;
  model::IdRanges ids = {};

  std::string ToText() const;
  static std::optional<BulkFileNote> Parse(std::string_view text);
};

}  // namespace orgreg::ingest
