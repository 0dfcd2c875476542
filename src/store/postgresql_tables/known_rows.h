// SPDX-License-Identifier: EUPL-1.2

// The rows of one transaction that were read or written, each with its newest log line, so that one
// round trip answers many calls: numbers that are expected are fetched together, and rows that are
// asked for in order of number are fetched ahead. Internal to store/; one thread at a time.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/postgresql_tables/rows.h"
#include "store/store.h"

namespace orgreg::store {

struct PgKnownRow {
  std::optional<Row> row = {};
  CommitId commit = {};  // the one that wrote the row
  std::uint64_t checksum = 0;
  // Of the newest line of the number; 0 if it has none.
  CommitId line_commit = {};
  std::uint64_t place_sum = 0;
  // What was read is damaged, which matters to whoever asks for it.
  std::optional<base::Error> damage = {};
  bool is_pending = false;  // the caller must write it before it is forgotten
  bool is_new = false;      // it is pending, and the table has no row of the number yet
};

class PgKnownRows {
 public:
  // `connection` is in a transaction in which `before` was read; both outlive this.
  PgKnownRows(PgConnection* connection, const Summary& before);

  // The row of the number, as it was stored or changed here. Lives until the next call.
  base::Result<PgKnownRow*> Know(model::Kind kind, base::OrgNumber number);
  // Fetches the rows of all kinds with these numbers at once. Returns the results of what was added
  // to the pipeline before.
  base::Result<std::vector<PgResult>> Expect(std::span<const base::OrgNumber> numbers);
  // Fetches those of one kind.
  base::Status ExpectOf(model::Kind kind, std::span<const base::OrgNumber> numbers);

  // kCorrupt unless the newest line of the number belongs to the commit that wrote the row. This
  // finds a row that was replaced by an older one, and a line that the index has lost.
  base::Status CheckNewest(model::Kind kind, base::OrgNumber number, const PgKnownRow& known);

  // The rows that are marked as pending, by kind, in order of number; they are no longer marked.
  std::vector<PgStoredRow> TakePending(model::Kind kind);
  // Called when a row has been marked.
  void NotePending(model::Kind kind, base::OrgNumber number);
  std::size_t pending_bytes() const { return pending_bytes_; }

 private:
  struct OfKind {
    std::unordered_map<std::uint32_t, PgKnownRow> rows = {};
    // Numbers in this range that neither `rows` nor `forgotten` has do not exist.
    std::uint32_t known_from = 1;
    std::uint32_t known_to = 0;  // included
    // To notice that numbers come in order.
    std::uint32_t last_asked = 0;
    int in_order = 0;
    std::int64_t ahead = 0;
    std::vector<std::uint32_t> pending = {};
    std::unordered_set<std::uint32_t> forgotten = {};

    bool Covers(std::uint32_t number) const { return number >= known_from && number <= known_to; }
  };

  OfKind& Of(model::Kind kind) { return kinds_[model::IndexOf(kind)]; }
  base::Status ReadAhead(model::Kind kind, base::OrgNumber from);
  void AddFind(model::Kind kind, std::span<const base::OrgNumber> numbers);
  void Take(model::Kind kind, const PgResult& result);
  PgKnownRow Read(model::Kind kind, const PgResult& result, int row) const;
  void Insert(model::Kind kind, std::uint32_t number, PgKnownRow row);
  void ForgetMany();

  PgConnection* connection_;
  const Summary before_;
  std::array<OfKind, model::kKindCount> kinds_;
  std::map<std::int64_t, std::optional<CommitRecord>> commits_;  // that were asked for
  std::size_t bytes_ = 0;
  std::size_t pending_bytes_ = 0;
};

}  // namespace orgreg::store
