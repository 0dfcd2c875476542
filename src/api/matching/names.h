// SPDX-License-Identifier: EUPL-1.2

// Finds the live units that a name with a place may mean. Safe from any thread.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "api/matching/bodies.h"
#include "base/result.h"
#include "model/kind.h"
#include "search/catalog.h"

namespace orgreg::api {

// Both are UTF-8.
struct NamedPlace {
  std::string_view name = {};
  std::string_view place = {};           // A post town, municipality or postal code; may be empty.
  std::optional<model::Kind> kind = {};  // Units of this kind alone.
};

inline constexpr std::size_t kMostCandidates = 5;

// The best candidates, best first: entities, and sub-entities if no entity has the name or nearly
// so. The name search
// of the register finds them (search/match/name_search.h); the score says how much the name and the
// place agree.
base::Result<std::vector<MatchCandidate>> CandidatesFor(const search::Catalog& catalog,
                                                        const NamedPlace& asked);

}  // namespace orgreg::api
