// SPDX-License-Identifier: EUPL-1.2

// The statements on rows, on what they name, and on notes. Internal to store/; data from the
// database are not used before their range and checksum are verified.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

struct PgStoredRow {
  RowView row;  // lives as long as the result
  CommitId commit;
  std::uint64_t checksum = 0;
  bool is_new = false;  // for AddRows: the table has no row of that number
};

// The statements of a kind; the columns of a row are number, state, commit, checksum, body.
struct PgTableSql {
  std::string name;
  std::string page;    // $1 the first number, $2 how many
  std::string find;    // $1 an array of numbers; n.number, the row, its newest line
  std::string ahead;   // $1, $2 as of `page`; the same columns
  std::string insert;  // $1 … $5 arrays of the columns
  std::string upsert;  // the same
};
const PgTableSql& PgSqlOf(model::Kind kind);

// The row in the columns from `first` on.
base::Result<PgStoredRow> ReadRow(const PgConnection& connection, model::Kind kind,
                                  const PgResult& result, int row, int first);

// Visits rows in order of number, at most `most` of those from `from` on.
struct PgRowRange {
  std::uint32_t from = 0;
  std::uint64_t most = UINT64_MAX;
};
base::Status VisitRows(PgConnection* connection, model::Kind kind, const PgRowRange& range,
                       const std::function<base::Status(const PgStoredRow&)>& visit);
// Visits all; at the end the totals are compared with `recorded`.
base::Status ScanRows(PgConnection* connection, model::Kind kind, const Summary::OfTable& recorded,
                      const std::function<base::Status(const PgStoredRow&)>& visit);

// Adds rows to the pipeline, which take the place of those with their numbers.
void AddRows(PgConnection* connection, model::Kind kind, const std::vector<PgStoredRow>& rows);

// The organisations that rows name.
using PgReferences = std::vector<std::pair<base::OrgNumber, std::vector<base::OrgNumber>>>;
// Adds their replacement to the pipeline.
void AddReferences(PgConnection* connection, model::Kind kind, const PgReferences& references);
base::Result<std::vector<base::OrgNumber>> FindReferences(PgConnection* connection,
                                                          model::Kind kind, base::OrgNumber number);
// Of many numbers, in order; those that name none are left out.
base::Result<PgReferences> FindReferencesOf(PgConnection* connection, model::Kind kind,
                                            std::span<const base::OrgNumber> numbers);
base::Result<std::vector<base::OrgNumber>> FindReferring(PgConnection* connection, model::Kind kind,
                                                         base::OrgNumber named);

// Adds a query to the pipeline whose result has those of the numbers that no row of the kind names.
void AddUnnamedQuery(PgConnection* connection, model::Kind kind,
                     std::span<const base::OrgNumber> numbers);

void AddNote(PgConnection* connection, const std::string& key, std::string_view text);
base::Result<std::optional<std::string>> FindNote(PgConnection* connection, const std::string& key);
base::Result<std::vector<Note>> ReadNotes(PgConnection* connection);

}  // namespace orgreg::store
