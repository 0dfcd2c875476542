// SPDX-License-Identifier: EUPL-1.2

#include "store/cluster.h"

namespace orgreg::store {

base::Result<std::optional<Lease>> TakeJob(Store* store, const std::string& job,
                                           std::chrono::milliseconds most) {
  Cluster* const cluster = store->cluster();
  if (cluster != nullptr) return cluster->Take(job, most);
  return std::optional(Lease{.epoch = 1, .until = std::chrono::steady_clock::now() + most});
}

std::string SetBackText(std::string_view reason) {
  std::string text = "was set back to an earlier state: ";
  text += reason;
  return text +
         ". What was removed since must be removed again first (orgreg cluster reconcile); until "
         "then nobody follows it or writes to it";
}

}  // namespace orgreg::store
