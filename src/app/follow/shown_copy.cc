// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/shown_copy.h"

#include <cstdint>
#include <utility>

#include "base/values/wall_clock.h"

namespace orgreg::app {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

}  // namespace

void ShownCopy::Follow(const FollowState* state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

void ShownCopy::ShowNodes(const std::vector<store::NodeRow>& rows) {
  const std::int64_t now_ms = base::NowMs();
  std::vector<api::SharingServer> servers;
  servers.reserve(rows.size());
  for (const store::NodeRow& row : rows) {
    servers.push_back(
        {.name = row.facts.name, .seen_ms = now_ms - row.seen_ms, .lag_ms = row.facts.lag_ms});
  }
  const std::lock_guard lock(mutex_);
  servers_ = std::move(servers);
}

std::optional<api::CopyFacts> ShownCopy::Read() const {
  const std::lock_guard lock(mutex_);
  if (state_ == nullptr) return std::nullopt;
  const FollowState::Facts state = state_->Read();
  api::CopyFacts facts = {
      .is_followed = state.problem.empty(), .most_lag_ms = most_lag_.count(), .servers = servers_};
  if (state.lag) facts.equal_ms = base::NowMs() - duration_cast<milliseconds>(*state.lag).count();
  return facts;
}

}  // namespace orgreg::app
