// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/audit_anchors.h"

#include <cstdint>
#include <utility>

#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Status;

constexpr std::chrono::seconds kInterval(5);
constexpr std::chrono::minutes kBetween(1);

}  // namespace

AuditAnchors::AuditAnchors(std::string node,
                           std::function<std::optional<auth::AuditLog::End>()> end,
                           Database* database)
    : node_(std::move(node)),
      end_(std::move(end)),
      database_(database),
      task_({.name = "anchors of the audit log",
             .interval = kInterval,
             .work = [this] { return UnlessAway(Note()); },
             .failure = "audit_log: its last line is not noted in the database"}) {}

Status AuditAnchors::Note() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return {};
  const auto end = end_();
  if (!end || end->hash == noted_) return {};
  store::Cluster* const cluster = TRY(database_->OpenCluster());
  TRY(cluster->NoteAnchor(
      node_, {.sequence = static_cast<std::int64_t>(end->sequence), .hash = end->hash}));
  noted_ = end->hash;
  next_ = now + kBetween;
  return {};
}

}  // namespace orgreg::app
