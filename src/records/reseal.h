// Seals the identification numbers in the store under the newest key, after a key was added
// (auth/numbers/keys.h). One transaction: all of them, or none. It changes no record, so the
// feeds are told nothing of it. What was sealed before is withdrawn: Register::Wipe is due.

#pragma once

#include <cstdint>

#include "auth/numbers/vault.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::records {

struct Resealed {
  std::uint64_t lists = 0;  // Of roles, that held any.
  std::uint64_t numbers = 0;
};

// Errors: the store's, and the vault's where a number does not open.
base::Result<Resealed> ResealNumbers(store::Store* store, const auth::NumberVault& vault);

}  // namespace orgreg::records
