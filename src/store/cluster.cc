// SPDX-License-Identifier: EUPL-1.2

#include "store/cluster.h"

namespace orgreg::store {

base::Result<std::optional<Lease>> TakeJob(Store* store, const std::string& job,
                                           std::chrono::milliseconds most) {
  Cluster* const cluster = store->cluster();
  if (cluster != nullptr) return cluster->Take(job, most);
  return std::optional(Lease{.epoch = 1, .until = std::chrono::steady_clock::now() + most});
}

}  // namespace orgreg::store
