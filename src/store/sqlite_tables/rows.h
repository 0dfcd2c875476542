// SPDX-License-Identifier: EUPL-1.2

// The statements on rows and on the summary, and the reading of their results: data from the file
// are not used before their type, range and checksum are verified. Internal to store/.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

struct TableSql {
  std::string name;
  std::string find;    // ?1 number; columns as StoredRow
  std::string scan;    // columns as StoredRow
  std::string after;   // ?1 number, ?2 how many; columns as StoredRow, above the number
  std::string commit;  // ?1 number; the commit that wrote the row
  // ?1 number, ?2 state, ?3 commit, ?4 checksum, ?5 body, ?6 packed; no change if there
  std::string insert;
  std::string update;  // the same parameters
};

const TableSql& SqlOf(model::Kind kind);

struct StoredRow {
  RowView row;
  CommitId commit;
  std::uint64_t checksum = 0;
  std::string_view packed = {};  // the same body; empty if it is not packed
};

// The current row of `query`, unpacked and verified; valid until its next step.
base::Result<StoredRow> ReadRow(const Connection& connection, model::Kind kind,
                                const SqlQuery& query);

// Visits every row in order of number, until `visit` fails; its error is then the result. At the
// end the totals are compared with `recorded`, which finds lost and outdated rows.
base::Status ScanRows(Connection* connection, model::Kind kind, const Summary::OfTable& recorded,
                      const std::function<base::Status(const StoredRow&)>& visit);

// A part of the rows in order of number.
struct RowRange {
  base::OrgNumber after = {};
  std::size_t most = 0;
};
base::Status ScanRowsAfter(Connection* connection, model::Kind kind, const RowRange& range,
                           const std::function<base::Status(const StoredRow&)>& visit);

// A copy of the row of the number, verified; nothing if there is none.
struct OwnedRow {
  Row row;
  CommitId commit;
  std::string packed = {};  // as in StoredRow
};
base::Result<std::optional<OwnedRow>> FindRow(Connection* connection, model::Kind kind,
                                              base::OrgNumber number);

// How a body is stored. Units are nearly all of the bytes, and are packed. Other records stay as
// they are: role lists have sealed numbers, and what is no longer sealed under a key must be seen
// to be gone.
struct RowForm {
  std::string_view body = {};
  std::string_view packed = {};  // The body is empty if this is not.
};
// The form that points to `body` and to `packed`, which is replaced.
RowForm FormOf(model::Kind kind, std::string_view body, std::string* packed);
// Runs an insert or update of TableSql.
base::Status WriteRow(Connection* connection, std::string_view sql, const StoredRow& stored,
                      const RowForm& form);

struct StoredSummary {
  Summary summary;
  std::uint64_t checksum = 0;
};
base::Result<StoredSummary> ReadSummaryUnverified(Connection* connection);
base::Result<Summary> ReadSummary(Connection* connection);
base::Status WriteSummary(Connection* connection, const Summary& summary);

}  // namespace orgreg::store
