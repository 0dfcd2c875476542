// SPDX-License-Identifier: EUPL-1.2

// The texts that nodes share, and the anchors of their audit logs.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/postgresql/cluster.h"
#include "store/postgresql/horizon.h"
#include "store/postgresql/lacking_tables.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

constexpr std::string_view kReadText =
    "SELECT version, body FROM shared_text WHERE name = $1::text AND version <> $2::bigint";

// Also keeps others from making the text at the same time, which a row that is not there cannot.
constexpr const char* kLockTexts = "LOCK TABLE shared_text IN SHARE ROW EXCLUSIVE MODE";

constexpr std::string_view kPutText =
    "INSERT INTO shared_text AS t (name, version, body) VALUES ($1::text, 1, $2::bytea)"
    " ON CONFLICT (name) DO UPDATE SET version = t.version + 1, body = excluded.body";

constexpr std::string_view kNoteAnchor =
    "INSERT INTO audit_anchor (node, sequence, hash, noted)"
    " VALUES ($1::text, $2::bigint, $3::text, clock_timestamp()) ON CONFLICT DO NOTHING";

constexpr std::string_view kAnchors =
    "SELECT sequence, hash, (extract(epoch FROM noted) * 1000)::bigint FROM audit_anchor"
    " WHERE node = $1::text ORDER BY sequence, noted";

// No version of a text.
constexpr std::int64_t kNone = 0;

std::optional<SharedText> TextOf(const PgResult& found) {
  if (found.rows() == 0) return std::nullopt;
  return SharedText{.version = found.Integer(0, 0), .text = std::string(found.Bytes(0, 1))};
}

}  // namespace

Result<std::optional<SharedText>> PgCluster::ReadText(const std::string& name, std::int64_t known) {
  const auto lease = TRY(PgLease::From(pool_));
  TRY(continuity_->Check(lease.get()));  // A user who was removed must not come back.
  const auto found = lease->Ask(kReadText, PgParameters().Bytes(name).Integer8(known));
  if (!found) return ErrorOfAddition(*lease, found.error());
  // What a failover could take back must not be used.
  if (found->rows() != 0) TRY(AwaitHorizon(lease.get(), durability_));
  return TextOf(*found);
}

Status PgCluster::ChangeText(const std::string& name, const TextChange& change) {
  const auto lease = TRY(PgLease::From(pool_));
  lease->AddText("BEGIN");
  lease->AddText("SET LOCAL lock_timeout = '10s'");
  lease->AddText(kLockTexts);
  const auto found = lease->Ask(kReadText, PgParameters().Bytes(name).Integer8(kNone));
  if (!found) return ErrorOfAddition(*lease, found.error());
  const std::string text = TRY(change(TextOf(*found)));
  lease->Add(kPutText, PgParameters().Bytes(name).Bytes(text));
  TRY(lease->Ask("COMMIT"));
  return AwaitHorizon(lease.get(), durability_);
}

Status PgCluster::NoteAnchor(const std::string& node, const AuditAnchor& anchor) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto noted = lease->Ask(
      kNoteAnchor, PgParameters().Bytes(node).Integer8(anchor.sequence).Bytes(anchor.hash));
  return noted ? Status() : Status(ErrorOfAddition(*lease, noted.error()));
}

Result<std::vector<AuditAnchor>> PgCluster::Anchors(const std::string& node) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto found = lease->Ask(kAnchors, PgParameters().Bytes(node));
  if (!found) return ErrorOfAddition(*lease, found.error());
  std::vector<AuditAnchor> anchors;
  anchors.reserve(static_cast<std::size_t>(found->rows()));
  for (int row = 0; row < found->rows(); ++row) {
    anchors.push_back({.sequence = found->Integer(row, 0),
                       .hash = std::string(found->Bytes(row, 1)),
                       .noted_ms = found->Integer(row, 2)});
  }
  return anchors;
}

}  // namespace orgreg::store
