// SPDX-License-Identifier: EUPL-1.2

// Reads what a replica needs (store/replica.h). Internal to store/; one thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/replica.h"
#include "store/sqlite_connections/connection.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

class SqliteStep final : public Step {
 public:
  // `connection` is in a transaction in which `summary` was read; both outlive this.
  SqliteStep(Connection* connection, const Summary& summary, CommitId since)
      : connection_(connection), summary_(summary), since_(since) {}

  base::Result<bool> Next(std::size_t most, const StepVisitor& visit) override;

 private:
  enum class Part : std::uint8_t { kBegin, kRows, kLines, kCommits, kEnd };

  base::Status Begin();
  base::Status BeginKind();
  base::Status NextRows(std::size_t most, const StepVisitor& visit);
  // Of the numbers that the log has, or of the whole table.
  base::Status NextChanged(std::size_t most, const StepVisitor& visit);
  base::Status NextOfTable(std::size_t most, const StepVisitor& visit);
  base::Status Visit(const StoredRow& stored, const StepVisitor& visit);
  base::Status NextLines(std::size_t most, const StepVisitor& visit);
  base::Status VisitCommits(const StepVisitor& visit);

  Connection* connection_;
  const Summary& summary_;
  const CommitId since_;
  CommitRecord then_;  // the record of `since_`
  Part part_ = Part::kBegin;
  std::size_t kind_ = 0;
  std::optional<std::vector<base::OrgNumber>> changed_;  // none: any row of the table may be
  std::size_t next_changed_ = 0;
  base::OrgNumber after_ = {};
  bool is_table_begun_ = false;
  std::int64_t line_ = 0;  // the last one visited
};

}  // namespace orgreg::store
