// Reads the roles in one entity from JSON: a published inventory's element, with or without
// identification numbers, an answer of the look-up, or what the store keeps. Members stand in
// any order; `_links` and empty texts are passed over; members that are not known are dropped and
// named, since what nobody knows may be what nobody may see.
//
// Messages name the member by its path ("rollegrupper[0].roller[2].person.fodselsdato") and
// the rule, never the value: it may be an identification number. Paths of members that are not
// known leave out the indices.
//
// A reader owns the parser's buffers: one per thread.

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

// Where the JSON comes from.
enum class RoleSource : std::uint8_t {
  kInventory,  // An inventory or a batch: identification numbers in clear, if any.
  kStore,      // Our own: identification numbers sealed, if any.
  kAnswer,     // Our own look-up, public: without the entity's number.
};

class RoleReader {
 public:
  explicit RoleReader(base::ControlRule rule) : rule_(rule) {}

  // Reads the one object that `text` holds; JsonReader::kPadding readable bytes follow the
  // text. False, with every problem there is, where it cannot be taken. What was read is
  // normalised: roles in their order, the texts of known codes filled in, and of the two names
  // for a role that has ended each stands for the other. `number` stays 0 in an answer.
  bool Read(std::string_view text, RoleSource source, model::RoleList* list, Problems* problems,
            std::vector<std::string>* unknown);

  // Values of the inventory's list that was read last which break a rule; without the values
  // themselves.
  const model::OddValues& odd_values() const { return odd_values_; }

 private:
  base::ControlRule rule_;
  JsonReader reader_ = {};
  model::OddValues odd_values_ = {};
};

// True where there is no role at all: such a list is never served.
bool IsEmpty(const model::RoleList& list);

}  // namespace orgreg::records
