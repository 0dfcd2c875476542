// SPDX-License-Identifier: EUPL-1.2

// What a change of a record did to each of its fields, from the two patches that the log has of it
// (RFC 6902): the forward one has the values after, the backward one the values before. Pure; safe
// from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orgreg::api {

// A value as the record had it.
struct PastValue {
  std::string text = {};
  bool is_text = false;  // A JSON string; otherwise a number, true or false.

  friend bool operator==(const PastValue&, const PastValue&) = default;
};

struct FieldChange {
  std::string path = {};  // "forretningsadresse.adresse"; elements of lists have that of the list.
  std::vector<PastValue> before = {};  // Only what differs: of a list not the elements that stayed.
  std::vector<PastValue> after = {};
};

// In the order of the forward patch, then what only the backward one has. Members of an added or
// removed object are fields of their own. Null is no value. A patch that is empty or no JSON has
// none.
std::vector<FieldChange> FieldChangesOf(std::string_view forward, std::string_view backward);

}  // namespace orgreg::api
