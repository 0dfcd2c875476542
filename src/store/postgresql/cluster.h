// SPDX-License-Identifier: EUPL-1.2

// The tables `node`, `lease`, `shared_text`, `audit_anchor` and `set_back` (docs/postgresql.md),
// and who has the others of the additions. Internal to store/; safe from any thread.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/cluster.h"
#include "store/open_options.h"
#include "store/postgresql/continuity.h"
#include "store/postgresql/shared_usage.h"
#include "store/postgresql_connections/pool.h"

namespace orgreg::store {

class PgCluster final : public Cluster {
 public:
  // `pool` and `continuity` outlive the object, which is a process in the eyes of others.
  PgCluster(PgPool* pool, Durability durability, PgContinuity* continuity);

  base::Result<bool> NoteNode(const NodeFacts& facts) override;
  base::Status ForgetNode(const std::string& name) override;
  base::Result<std::vector<NodeRow>> Nodes() override;
  base::Result<ServerFacts> Server() override;
  base::Result<std::optional<Lease>> Take(const std::string& job,
                                          std::chrono::milliseconds most) override;
  base::Status GiveBack(const std::string& job) override;
  base::Result<std::optional<SharedText>> ReadText(const std::string& name,
                                                   std::int64_t known) override;
  base::Status ChangeText(const std::string& name, const TextChange& change) override;
  base::Status NoteAnchor(const std::string& node, const AuditAnchor& anchor) override;
  base::Result<std::vector<AuditAnchor>> Anchors(const std::string& node) override;
  base::Status NoteSetBack(const SetBackNote& note) override;
  base::Result<std::vector<SetBackNote>> SetBackNotes() override;
  base::Status EndSetBack() override;
  SharedUsage* usage() override { return &usage_; }

 private:
  PgPool* pool_;
  const Durability durability_;
  PgContinuity* continuity_;
  const std::string process_;
  std::atomic<bool> has_noted_ = false;
  PgSharedUsage usage_;
};

}  // namespace orgreg::store
