// SPDX-License-Identifier: EUPL-1.2

// What the server knows about the state of the register: how many records, how new they are, what
// the index does not show yet, and the files. Reads a line or two of the log for each kind. Safe
// from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "api/interface/inventories.h"
#include "api/state_pages/freshness.h"
#include "base/result.h"
#include "model/kind.h"
#include "records/feed.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::api {

// The records of one kind. Times are milliseconds since 1970, UTC.
struct KindFacts {
  model::Kind kind = model::Kind::kEntity;
  std::size_t live = 0;
  std::int64_t last_change = 0;                // Its id; 0 if there is none.
  std::int64_t last_change_ms = 0;             // Of that change.
  std::optional<std::int64_t> loaded_ms = {};  // The last import, if one took records.
};

struct RegisterFacts {
  RegisterState state = {};
  std::int64_t position = 0;          // The last change that search and look-up show.
  std::int64_t files_position = 0;    // The last change that all files have; 0 if there are none.
  std::vector<KindFacts> kinds = {};  // Empty while there is no index.
};

struct FactSources {
  const search::Catalog* catalog = nullptr;  // Null: there is none yet.
  const Inventories* inventories = nullptr;
  const records::Feed* feed = nullptr;
  const records::Register* source = nullptr;  // Null: imports are left out.
  const CopySource* copy = nullptr;           // Null: the register is no copy.
};
base::Result<RegisterFacts> FactsOf(const FactSources& sources);

}  // namespace orgreg::api
