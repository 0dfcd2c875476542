// SPDX-License-Identifier: EUPL-1.2

// The queries of the Reconciliation Service API 0.2: reads a batch, and answers each query as the
// specification has it. Safe from any thread.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/kind.h"
#include "search/catalog.h"

namespace orgreg::api {

// One query of a batch: a name, or a number, of which either is in `text`.
struct ReconcileQuery {
  std::string key = {};
  std::string text = {};
  std::string place = {};
  std::optional<model::Kind> kind = {};  // Either kind if there is none.
  std::size_t most = 0;                  // Candidates.
};

// The queries of a JSON object, in its order; nothing if it is not such an object.
std::optional<std::vector<ReconcileQuery>> ReadQueries(std::string_view json);

// Appends `"key":{"result":[…]}`.
base::Status AppendResult(const search::Catalog& catalog, const ReconcileQuery& query,
                          std::string* out);

}  // namespace orgreg::api
