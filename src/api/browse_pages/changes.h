// SPDX-License-Identifier: EUPL-1.2

// What happened in the register, the newest first, for people: new, changed and struck off units.
// A handler; see context.h.

#pragma once

#include <array>
#include <string_view>

#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"
#include "model/kind.h"

namespace orgreg::api {

Outcome ShowChanges(const Context& context, Reply* reply);

// The parameters.

// In the order of model::kUnitKinds.
inline constexpr std::array<std::string_view, 2> kChangeKinds = {
    model::RowOf(model::Kind::kEntity).one, model::RowOf(model::Kind::kSubEntity).one};
inline constexpr ParameterRow kChangesOf = {
    .name = "kind",
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .empty = Reason::kNotChoice,
    .choices = kChangeKinds,
    .meaning = "The kind of units whose changes are shown; entities unless it is given.",
    .meaning_norwegian = "Hvilket slag endringene gjelder.",
};
// In the order of Happened.
inline constexpr std::array<std::string_view, 3> kHappened = {"new", "changed", "struck-off"};
inline constexpr ParameterRow kHappenedType = {
    .name = "type",
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .empty = Reason::kNotChoice,
    .choices = kHappened,
    .meaning = "Only these changes; without it, all.",
    .meaning_norwegian = "Bare disse endringene; uten den vises alle.",
};
inline constexpr ParameterRow kBeforeUpdate = {
    .name = "before",
    .takes = Takes::kWhole,
    .wrong = Reason::kNotUpdateId,
    .empty = Reason::kNotUpdateId,
    .meaning = "Only changes with lower ids.",
    .meaning_norwegian = "Bare endringer med lavere id.",
};
inline constexpr std::array kChangesParameters = {kChangesOf, kHappenedType, kBeforeUpdate};

}  // namespace orgreg::api
