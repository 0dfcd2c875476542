// SPDX-License-Identifier: EUPL-1.2

// The newest lines of the feeds, with what the register shows of their units today, for the page of
// changes and for readers of Atom. The log is read backwards from its end, a bounded number of
// lines. Safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "api/interface/context.h"
#include "base/result.h"
#include "model/changes/update.h"
#include "model/kind.h"
#include "search/request/query.h"

namespace orgreg::api {

// What may have happened to a unit, as people ask for it. Struck off are deletions and removals.
enum class Happened : std::uint8_t { kNew, kChanged, kStruckOff };

struct ChangesWanted {
  model::Kind kind = model::Kind::kEntity;
  std::int64_t before = std::numeric_limits<std::int64_t>::max();  // Ids are below this.
  std::optional<Happened> happened = {};
  const search::Query* query = nullptr;  // If it is given: only units that match it today.
  std::size_t most = 0;
};

struct ListedChange {
  model::Kind kind = model::Kind::kEntity;
  model::Update update = {};
  std::string name = {};  // Empty if nothing of the unit may be shown.
};

struct ChangeList {
  std::vector<ListedChange> changes = {};  // The newest first.
  // There may be further ones before this id.
  std::optional<std::int64_t> before = {};
};

// If few lines are wanted ones, at most this many are looked at.
inline constexpr std::int64_t kMostLinesRead = 5000;

base::Result<ChangeList> NewestChanges(const Context& context, const ChangesWanted& wanted);

// The key of the text for what happened: "changes.new".
std::string_view KeyOf(model::UpdateType type);

}  // namespace orgreg::api
