// SPDX-License-Identifier: EUPL-1.2

// What a transaction has changed and not sent yet: rows, lines of the log and references. They go
// to the server together. Internal to store/; one thread at a time.

#pragma once

#include <array>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/postgresql_tables/known_rows.h"
#include "store/postgresql_tables/log.h"
#include "store/store.h"

namespace orgreg::store {

class PgPending {
 public:
  // `connection` is in a write transaction in which `before` was read; both outlive this.
  PgPending(PgConnection* connection, const Summary& before);

  base::Result<PgKnownRow*> Know(model::Kind kind, base::OrgNumber number) {
    return known_.Know(kind, number);
  }
  base::Status Expect(std::span<const base::OrgNumber> numbers);
  base::Status CheckNewest(model::Kind kind, base::OrgNumber number, const PgKnownRow& known) {
    return known_.CheckNewest(kind, number, known);
  }

  // Replaces the row. `checksum` is RowChecksum.
  base::Status Put(model::Kind kind, CommitId commit, const RowView& row, std::uint64_t checksum);
  base::Status SetReferences(model::Kind kind, base::OrgNumber number,
                             const std::vector<base::OrgNumber>& named);
  base::Result<std::vector<base::OrgNumber>> Referring(model::Kind kind, base::OrgNumber named);
  // Appends the line, whose place in the history of its number is set; returns its checksum.
  base::Result<std::uint64_t> Append(const LogLine& line, const ChangeView& patches);
  // Erases the patches of all lines of the number, and brings the sum of their checksums up to
  // date. False if they had none.
  base::Result<bool> EraseHistory(model::Kind kind, base::OrgNumber number,
                                  std::uint64_t* line_sum);

  // Adds everything to the pipeline. What was sent without waiting has an error in the next answer
  // of the connection.
  void Flush();

 private:
  base::Status FlushIfLarge();

  PgConnection* connection_;
  std::array<bool, model::kKindCount> has_stored_ = {};  // The table has rows of the kind.
  PgKnownRows known_;
  std::vector<PgLine> lines_;
  std::size_t line_bytes_ = 0;
  std::array<std::map<base::OrgNumber, std::vector<base::OrgNumber>>, model::kKindCount>
      references_;
  // Organisations that no stored row of the kind names; known only of those that were expected.
  std::array<std::set<base::OrgNumber>, model::kKindCount> unnamed_;
};

}  // namespace orgreg::store
