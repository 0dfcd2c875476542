// SPDX-License-Identifier: EUPL-1.2

#include "store/cluster.h"

namespace orgreg::store {
namespace {

constexpr std::string_view kSetBack = "was set back to an earlier state: ";

}  // namespace

base::Result<std::optional<Lease>> TakeJob(Store* store, const std::string& job,
                                           std::chrono::milliseconds most) {
  Cluster* const cluster = store->cluster();
  if (cluster != nullptr) return cluster->Take(job, most);
  return std::optional(Lease{.epoch = 1, .until = std::chrono::steady_clock::now() + most});
}

std::string SetBackText(std::string_view reason) {
  std::string text(kSetBack);
  text += reason;
  return text +
         ". What was removed since must be removed again first (orgreg cluster reconcile); until "
         "then nobody follows it or writes to it";
}

bool IsSetBack(const base::Error& error) {
  return error.code == base::Code::kUnavailable &&
         error.message.find(kSetBack) != std::string::npos;
}

}  // namespace orgreg::store
