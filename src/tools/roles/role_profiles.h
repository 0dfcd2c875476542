// SPDX-License-Identifier: EUPL-1.2

// The roles of entities of each form, in percent of them, chosen so that a whole register comes
// near to the counts of a real one. Constants.

#pragma once

#include <cstdint>
#include <string_view>

#include "tools/values/lists.h"

namespace orgreg::tools {

// The partners of an entity, and how they are registered.
enum class Partners : std::uint8_t {
  kNone,
  kLiableInPart,
  kLiableInFull,
  kLimited,  // One partner has full liability, the others for their share.
  kCoOwners,
  kMunicipalities,
};

struct RoleProfile {
  std::string_view form = {};
  double owner = 0;
  double manager = 0;
  double board = 0;
  double deputy_chair = 0;  // Of the boards.
  double next_member = 0;   // After each member of the board, one more.
  double next_substitute = 0;
  double accountant = 0;
  double auditor = 0;  // Of those that have not waived the audit.
  double business_manager = 0;
  double contact = 0;
  Partners partners = Partners::kNone;
};

// `form` is one of the list of profiles (generate_lists.h). A form without a row of its own
// has the first row's.
const RoleProfile& RoleProfileOf(const FormProfile& form);

}  // namespace orgreg::tools
