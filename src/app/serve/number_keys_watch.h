// SPDX-License-Identifier: EUPL-1.2

// Reports to the operator if the given keys do not open the identification numbers in the register:
// in the log, at the start and whenever it changes, and as a number for monitors. The server
// continues either way (api/authority/number_keys_check.h).
//
// Look is called by one thread at a time, unusable by any.

#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "api/authority/authority.h"
#include "search/catalog.h"

namespace orgreg::app {

class NumberKeysWatch {
 public:
  // `authority` outlives the object.
  explicit NumberKeysWatch(const api::Authority* authority) : authority_(authority) {}

  void Look(const search::Catalog& catalog);
  // Keys that stored numbers need and that are missing or wrong.
  std::uint64_t unusable() const { return unusable_.load(std::memory_order_relaxed); }

 private:
  void Report(const std::string& problem);

  const api::Authority* authority_;
  std::string reported_;  // empty while all is well
  std::atomic<std::uint64_t> unusable_ = 0;
};

}  // namespace orgreg::app
