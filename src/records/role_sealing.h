// Identification numbers of role holders on their way into the store and out of it: sealed for
// the one entity in which the role is held, so that a sealed number that is copied into another
// list does not open (auth/number_vault.h). Safe from any thread.

#pragma once

#include "auth/number_vault.h"
#include "base/result.h"
#include "model/roles.h"
#include "records/record_reader.h"

namespace orgreg::records {

// Seals every number in `list` and wipes it. False, with a problem and the numbers
// wiped all the same, where there are any and no vault (null).
bool SealNumbers(const auth::NumberVault* vault, model::RoleList* list, Problems* problems);

// Opens every sealed number in `list`. An error is the vault's: nothing is open then.
base::Status OpenNumbers(const auth::NumberVault& vault, model::RoleList* list);

}  // namespace orgreg::records
