// SPDX-License-Identifier: EUPL-1.2

// Reads what a replica needs (store/replica.h). Bodies of units go packed, as a file stores them.
// Internal to store/; one thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/replica.h"

namespace orgreg::store {

class PgStep final : public Step {
 public:
  // `connection` is in a transaction in which `summary` was read; both outlive this.
  PgStep(PgConnection* connection, const Summary& summary, CommitId since)
      : connection_(connection), summary_(summary), since_(since) {}

  base::Result<bool> Next(std::size_t most, const StepVisitor& visit) override;

 private:
  enum class Part : std::uint8_t { kBegin, kRows, kLines, kCommits, kEnd };
  struct OwnedRow {
    Row row;
    CommitId commit;
  };

  base::Status Begin();
  base::Status BeginKind();
  base::Status NextRows(std::size_t most, const StepVisitor& visit);
  // Of the numbers that the log has, or of the whole table.
  base::Result<std::vector<OwnedRow>> NextChanged(std::size_t most);
  base::Result<std::vector<OwnedRow>> NextOfTable(std::size_t most);
  base::Status Visit(const std::vector<OwnedRow>& rows, const StepVisitor& visit);
  base::Status NextLines(std::size_t most, const StepVisitor& visit);
  base::Status NextCommits(std::size_t most, const StepVisitor& visit);

  PgConnection* connection_;
  const Summary& summary_;
  const CommitId since_;
  CommitRecord then_;  // the record of `since_`
  Part part_ = Part::kBegin;
  std::size_t kind_ = 0;
  std::optional<std::vector<base::OrgNumber>> changed_;  // none: any row of the table may be
  std::size_t next_changed_ = 0;
  std::uint32_t from_ = 0;  // the first number of the table that was not read
  bool is_kind_over_ = false;
  std::int64_t line_ = 0;  // the last one visited
  CommitId commit_;        // the same
};

}  // namespace orgreg::store
