// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/shared_usage.h"

#include <string_view>

#include "store/postgresql/lacking_tables.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

// The file of the log has the timeline as its first eight digits.
constexpr std::string_view kState =
    "SELECT origin, left(pg_walfile_name(pg_current_wal_lsn()), 8), newest FROM usage_change";

constexpr std::string_view kPartsOf =
    "SELECT run, grouping, quarter, calls, ''::bytea, change FROM usage_part"
    " WHERE run IN (SELECT convert_from(r, 'UTF8') FROM unnest($1::bytea[]) AS r)";

// A page has at most so many rows, and no more bytes than $4 and one row. The length of a text is
// known without reading it.
constexpr std::string_view kChanged =
    "SELECT run, grouping, quarter, calls, counts, change FROM"
    " (SELECT *, sum(octet_length(counts)) OVER (ORDER BY change) - octet_length(counts) AS before"
    "  FROM (SELECT * FROM usage_part WHERE change > $1::bigint AND run <> $2::text"
    "   AND quarter >= $3::bigint ORDER BY change LIMIT 1000) AS page) AS sized"
    " WHERE before <= $4::bigint ORDER BY change";
constexpr std::int64_t kPageBytes = 2'000'000;

// The row of usage_change is locked until the end: changes become visible in the order of their
// numbers, so a reader that knows one knows all before it.
constexpr std::string_view kPut =
    "WITH next AS (UPDATE usage_change SET newest = newest + cardinality($2::bigint[])"
    "  RETURNING newest - cardinality($2::bigint[]) AS before)"
    " INSERT INTO usage_part AS p (run, grouping, quarter, calls, counts, change)"
    " SELECT convert_from(u.run, 'UTF8'), u.grouping, u.quarter, u.calls, u.counts,"
    "  next.before + u.nth FROM next, unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[],"
    "  $5::bytea[]) WITH ORDINALITY AS u(run, grouping, quarter, calls, counts, nth)"
    " ON CONFLICT (run, grouping, quarter) DO UPDATE SET calls = excluded.calls,"
    "  counts = excluded.counts, change = excluded.change WHERE p.calls < excluded.calls";

constexpr std::string_view kDrop =
    "DELETE FROM usage_part WHERE quarter <"
    " floor(extract(epoch FROM clock_timestamp()) / 900)::bigint - $1::bigint * 96";

std::vector<UsagePart> PartsIn(const PgResult& found) {
  std::vector<UsagePart> parts;
  parts.reserve(static_cast<std::size_t>(found.rows()));
  for (int row = 0; row < found.rows(); ++row) {
    parts.push_back({.run = std::string(found.Bytes(row, 0)),
                     .grouping = found.Integer(row, 1),
                     .quarter = found.Integer(row, 2),
                     .calls = found.Integer(row, 3),
                     .counts = std::string(found.Bytes(row, 4)),
                     .change = found.Integer(row, 5)});
  }
  return parts;
}

}  // namespace

Result<UsageState> PgSharedUsage::State() {
  const auto lease = TRY(PgLease::From(pool_));
  const auto found = lease->Ask(kState);
  if (!found) return ErrorOfAddition(*lease, found.error());
  if (found->rows() != 1) return lease->Corrupt("usage_change has no row");
  return UsageState{.origin = std::string(found->Bytes(0, 0)),
                    .timeline = std::string(found->Bytes(0, 1)),
                    .newest = found->Integer(0, 2)};
}

Result<std::vector<UsagePart>> PgSharedUsage::PartsOf(std::span<const std::string> runs) {
  PgArray names(PgType::kBytes);
  for (const std::string& run : runs) names.Add(run);
  const auto lease = TRY(PgLease::From(pool_));
  const auto found = lease->Ask(kPartsOf, PgParameters().Array(&names));
  if (!found) return ErrorOfAddition(*lease, found.error());
  return PartsIn(*found);
}

Result<std::vector<UsagePart>> PgSharedUsage::Changed(const UsageQuestion& question) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto found = lease->Ask(kChanged, PgParameters()
                                              .Integer8(question.after)
                                              .Bytes(question.but)
                                              .Integer8(question.first)
                                              .Integer8(kPageBytes));
  if (!found) return ErrorOfAddition(*lease, found.error());
  return PartsIn(*found);
}

// No standby is waited for: after a failover all servers look whether the database has what they
// have.
Status PgSharedUsage::Put(std::span<const UsagePart> parts) {
  PgArray runs(PgType::kBytes);
  PgArray groupings(PgType::kInteger8);
  PgArray quarters(PgType::kInteger8);
  PgArray calls(PgType::kInteger8);
  PgArray counts(PgType::kBytes);
  for (const UsagePart& part : parts) {
    runs.Add(part.run);
    groupings.Add(part.grouping);
    quarters.Add(part.quarter);
    calls.Add(part.calls);
    counts.Add(part.counts);
  }
  const auto lease = TRY(PgLease::From(pool_));
  lease->AddText("BEGIN");
  lease->AddText("SET LOCAL synchronous_commit = local");
  lease->AddText("SET LOCAL lock_timeout = '10s'");
  lease->Add(
      kPut,
      PgParameters().Array(&runs).Array(&groupings).Array(&quarters).Array(&calls).Array(&counts));
  const auto put = lease->Ask("COMMIT");
  return put ? Status() : Status(ErrorOfAddition(*lease, put.error()));
}

Status PgSharedUsage::DropOlder(std::uint32_t days) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto dropped = lease->Ask(kDrop, PgParameters().Integer8(std::int64_t{days}));
  return dropped ? Status() : Status(ErrorOfAddition(*lease, dropped.error()));
}

}  // namespace orgreg::store
