// SPDX-License-Identifier: EUPL-1.2

// A past change of a unit's record as rows for people: the name of each field, and its values
// before and after in words. Pure; safe from any thread.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/pages/page_language.h"
#include "model/changes/update.h"
#include "model/kind.h"
#include "model/unit.h"

namespace orgreg::api {

struct EventValue {
  std::string text = {};
  bool is_words = false;  // In the language of the register.

  friend bool operator==(const EventValue&, const EventValue&) = default;
};

struct EventRow {
  std::string label = {};
  std::vector<EventValue> before = {};
  std::vector<EventValue> after = {};
};

// The fields that changed, in the order of the record. Only fields that a record in this state can
// have: the history of a struck-off unit shows no more than what is left of its record
// (docs/choices.md, Pages).
std::vector<EventRow> RowsOf(const model::PastChange& change, model::Kind kind, model::State state,
                             PageLanguage language);

// How many of the changes stand above the load: those that are not older. The log may have changes
// from before it. Nothing if no load is known.
std::optional<std::size_t> PlaceOfLoad(const model::RecordHistory& history);

// The key of the words for what happened.
std::string_view EventKey(const model::PastChange& change);

}  // namespace orgreg::api
