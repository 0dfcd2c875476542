// SPDX-License-Identifier: EUPL-1.2

// Seals the identification numbers in the store under the newest key, after a key was added
// (auth/numbers/keys.h), in one transaction. It changes no record, so the feeds do not report it.
// The previously sealed data are withdrawn: Register::Wipe must follow.

#pragma once

#include <cstdint>

#include "auth/numbers/vault.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::records {

struct Resealed {
  std::uint64_t lists = 0;  // Role lists that had any.
  std::uint64_t numbers = 0;
};

// Errors are the store's, and the vault's if a number does not open.
base::Result<Resealed> ResealNumbers(store::Store* store, const auth::NumberVault& vault);

}  // namespace orgreg::records
