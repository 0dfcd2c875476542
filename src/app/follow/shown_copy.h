// SPDX-License-Identifier: EUPL-1.2

// What the status page shows of a replica: how it follows its source, and the nodes that share a
// database with it. Safe from any thread.

#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

#include "api/interface/copy_source.h"
#include "app/follow/follow_state.h"
#include "store/cluster.h"

namespace orgreg::app {

class ShownCopy final : public api::CopySource {
 public:
  // A copy that is behind for longer is out of date.
  explicit ShownCopy(std::chrono::milliseconds most_lag) : most_lag_(most_lag) {}

  // The register follows a source, until LetGo.
  void Follow(const FollowState* state);
  void LetGo() { Follow(nullptr); }
  // The nodes as the database has them now.
  void ShowNodes(const std::vector<store::NodeRow>& rows);

  std::optional<api::CopyFacts> Read() const override;

 private:
  const std::chrono::milliseconds most_lag_;
  mutable std::mutex mutex_;
  // All guarded by mutex_.
  const FollowState* state_ = nullptr;  // Null: the register is no replica.
  std::vector<api::SharingServer> servers_;
};

}  // namespace orgreg::app
