// SPDX-License-Identifier: EUPL-1.2

// Reads the roles in one entity from JSON: an element of a published inventory, with or without
// identification numbers, a look-up response, or a stored list. Members come in any order; `_links`
// and empty texts are skipped; unknown members are dropped and reported, because they may be
// confidential.
//
// Messages have the member's path ("rollegrupper[0].roller[2].person.fodselsdato") and the rule,
// never the value: it may be an identification number. Paths of unknown members have no indices.
//
// A reader owns the parser's buffers: use one per thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/identity_number.h"
#include "model/codes/value_rule.h"
#include "model/roles/roles.h"
#include "records/readers/json_reader.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// The source of the JSON.
enum class RoleSource : std::uint8_t {
  kInventory,  // An inventory or a batch: identification numbers in clear, if any.
  kStore,      // Our own: identification numbers sealed, if any.
  kAnswer,     // Our own look-up, public: without the entity's number.
};

class RoleReader {
 public:
  explicit RoleReader(base::ControlRule rule) : rule_(rule) {}

  // Reads the one object in `text`, which JsonReader::kPadding readable bytes follow. False, with
  // every problem, if it is rejected. The list is normalised: roles are in their order, missing
  // texts of known codes are filled in, and each of the two names for a role that has ended is
  // filled from the other. `number` stays 0 for a look-up response.
  bool Read(std::string_view text, RoleSource source, model::RoleList* list, Problems* problems,
            std::vector<std::string>* unknown);

  // The values of the last inventory list that break a rule; without the values themselves.
  const model::OddValues& odd_values() const { return odd_values_; }

 private:
  base::ControlRule rule_;
  JsonReader reader_ = {};
  model::OddValues odd_values_ = {};
};

// True if there is no role at all: such a list is never served.
bool IsEmpty(const model::RoleList& list);

}  // namespace orgreg::records
