// Identification numbers of role holders on their way into the store and out of it: sealed for
// the one entity in which the role is held, so that a sealed number that is copied into another
// list does not open (auth/numbers/vault.h). Safe from any thread.

#pragma once

#include <cstdint>
#include <string>

#include "auth/numbers/vault.h"
#include "base/result.h"
#include "model/roles/roles.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// Role lists are also found by the keys that their numbers are sealed under: each version has a key
// of the index (supplement.h) in a range of its own, above all organisation numbers.
inline constexpr std::uint64_t kFirstSealingKey = std::uint64_t{1} << 40U;
inline constexpr std::uint64_t kLastSealingKey = kFirstSealingKey + auth::NumberKeys::kMostVersion;
constexpr std::uint64_t SealingKey(std::uint32_t version) { return kFirstSealingKey + version; }
constexpr std::uint32_t VersionOfSealingKey(std::uint64_t key) {
  return static_cast<std::uint32_t>(key - kFirstSealingKey);
}

// What the numbers of a list are bound to.
std::string ContextOf(const model::RoleList& list);

// Seals every number in `list` and wipes it. False, with a problem and the numbers
// wiped all the same, where there are any and no vault (null).
bool SealNumbers(const auth::NumberVault* vault, model::RoleList* list, Problems* problems);

// Opens every sealed number in `list`. An error is the vault's: nothing is open then.
base::Status OpenNumbers(const auth::NumberVault& vault, model::RoleList* list);

}  // namespace orgreg::records
