// SPDX-License-Identifier: EUPL-1.2

// The text of a position in the results of a search. A client gets it with each part of the results
// but the last, and sends it back unread to get the next one. It belongs to one query, whatever the
// size of its parts is, and means the same after any change of the register. Pure; safe from any
// thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "search/match/pick_after.h"
#include "search/request/parameter.h"
#include "search/request/query.h"

namespace orgreg::api {

std::string CursorOf(const search::Query& query, const search::Position& position);

// True for a text that CursorOf gives for some query.
bool IsCursor(std::string_view text);

// The position that the cursor means; nothing if it belongs to another query.
std::optional<search::Position> PositionIn(const search::Query& query, std::string_view cursor);

inline constexpr search::ParameterRow kCursor = {
    .name = "cursor",
    .wrong = search::Reason::kNotCursor,
    .is_right = IsCursor,
    .meaning = "The results go on where the answer with this nextCursor ended.",
    .meaning_norwegian = "Resultatet fortsetter der svaret med denne nextCursor sluttet.",
};

}  // namespace orgreg::api
