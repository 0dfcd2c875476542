// SPDX-License-Identifier: EUPL-1.2

// Seals the identification numbers of role holders for the store, and opens them again. A number is
// sealed for the one entity in which the role is held, so that a copy in another list does not open
// (auth/numbers/vault.h). Safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

// The context to which the numbers of a list are bound.
std::string ContextOf(const model::RoleList& list);

// How the numbers of a source are read.
struct NumberSealing {
  // Seals them. If it is null, a record with a number is rejected. Outlives the reader.
  const auth::NumberVault* vault = nullptr;
  base::ControlRule rule = base::ControlRule::kPresent;
  // Why there is no vault, as the end of a sentence.
  std::string refusal = "and there is no key to seal them with";
};

// Seals every number in `list` and wipes it. False, with a problem, if there are numbers but no
// vault; the numbers are wiped all the same.
bool SealNumbers(const NumberSealing& sealing, model::RoleList* list, Problems* problems);

// True if two stored role lists are equal but for numbers whose sealed texts have the former form
// in `before` (auth::IsLaterForm). The blind indexes next to them are equal, so the numbers are
// too.
bool IsSameButForSealing(std::string_view before, std::string_view after);

// Opens every sealed number in `list`. On an error, which is the vault's, none is open.
base::Status OpenNumbers(const auth::NumberVault& vault, model::RoleList* list);

}  // namespace orgreg::records
