// SPDX-License-Identifier: EUPL-1.2

// Whether the given keys open the identification numbers in the register. A look-up does not find a
// number that is sealed under a key that was not given, so that its person would seem to hold no
// roles: operations on persons check this before they look anything up.
//
// Pure functions and a value; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/authority/authority.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// Versions of keys (auth/numbers/keys.h), ascending.
struct NumberKeysCheck {
  std::vector<std::uint32_t> needed = {};   // stored numbers are sealed under them
  std::vector<std::uint32_t> given = {};    // in the file of keys
  std::vector<std::uint32_t> missing = {};  // needed, and not given
  std::vector<std::uint32_t> wrong = {};    // given, but the texts sealed under them do not open

  std::size_t unusable() const { return missing.size() + wrong.size(); }
  // Names all of them, for the log.
  std::string ToText() const;
};

// Costs some look-ups, however large the register is: for each version that the catalog knows, a
// few numbers are opened. Errors are those of the catalog and the store.
base::Result<NumberKeysCheck> CheckNumberKeys(const Authority& authority,
                                              const search::Catalog& catalog);

// An error (kNotFound) if a key is unusable.
base::Status RequireNumberKeys(const Authority& authority, const search::Catalog& catalog);

}  // namespace orgreg::api
