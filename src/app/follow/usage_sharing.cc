// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/usage_sharing.h"

#include <chrono>
#include <utility>

#include "base/log.h"
#include "base/values/wall_clock.h"
#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Status;

constexpr std::chrono::seconds kInterval(2);

}  // namespace

UsageSharing::UsageSharing(store::UsageExchange::Plan plan, Database* database)
    : exchange_(std::move(plan)),
      database_(database),
      task_({.name = "sharing of usage counts",
             .interval = kInterval,
             .work = [this] { return UnlessAway(Exchange()); },
             .failure = "usage: counts are not exchanged with other nodes"}) {}

Status UsageSharing::Exchange() {
  store::Cluster* const cluster = TRY(database_->OpenCluster());
  const store::Quarter now = base::NowMs() / store::kQuarterMs;
  TRY(exchange_.Exchange(cluster->usage(), now));
  const bool had_other_secret = std::exchange(has_other_secret_, exchange_.HasOtherSecret(now));
  if (has_other_secret_ && !had_other_secret)
    base::LogWarning("usage_secret: another node has another one, so an address counts as several");
  return {};
}

}  // namespace orgreg::app
