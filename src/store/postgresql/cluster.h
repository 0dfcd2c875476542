// SPDX-License-Identifier: EUPL-1.2

// The tables `node` and `lease` (docs/postgresql.md). Internal to store/; safe from any thread.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/cluster.h"
#include "store/open_options.h"
#include "store/postgresql_connections/pool.h"

namespace orgreg::store {

class PgCluster final : public Cluster {
 public:
  // `pool` outlives the object, which is a process in the eyes of others.
  PgCluster(PgPool* pool, Durability durability);

  base::Result<bool> NoteNode(const NodeFacts& facts) override;
  base::Status ForgetNode(const std::string& name) override;
  base::Result<std::vector<NodeRow>> Nodes() override;
  base::Result<ServerFacts> Server() override;
  base::Result<std::optional<Lease>> Take(const std::string& job,
                                          std::chrono::milliseconds most) override;
  base::Status GiveBack(const std::string& job) override;

 private:
  PgPool* pool_;
  const Durability durability_;
  const std::string process_;
  std::atomic<bool> has_noted_ = false;
};

}  // namespace orgreg::store
