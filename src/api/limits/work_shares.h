// SPDX-License-Identifier: EUPL-1.2

// What clients share while requests are answered: the places for work of which only so much may be
// under way, and the record of how often each address has asked. One object serves a process, so
// that a server that takes new settings forgets nothing. Safe from any thread.

#pragma once

#include <cstddef>
#include <cstdint>

#include "api/limits/server_limits.h"
#include "base/threads/fair_share.h"
#include "base/threads/token_buckets.h"

namespace orgreg::api {

struct WorkShares {
  explicit WorkShares(const WorkLimits& limits)
      : made_files(limits.made_files, limits.made_files_per_address),
        reserved_files(limits.made_files, limits.made_files_per_address),
        matching(limits.matched_bodies, limits.matched_bodies_per_address),
        downloads(SIZE_MAX, limits.downloads_per_address) {}

  // Addresses whose requests are remembered, of each class; 4 MiB together.
  static constexpr std::size_t kRememberedAddresses = std::size_t{1} << 17U;
  // Searches that are explained next to a page.
  static constexpr std::size_t kExplained = 2;

  base::FairShare explaining{kExplained};
  base::FairShare made_files;
  base::FairShare reserved_files;  // Public operations do not use these.
  base::FairShare matching;
  base::FairShare downloads;
  base::TokenBuckets requests{kRememberedAddresses};
};

}  // namespace orgreg::api
