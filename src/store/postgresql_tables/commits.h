// SPDX-License-Identifier: EUPL-1.2

// The records of commits, and the summary, which is the newest of them with what `meta` adds.
// Internal to store/; data from the database are not used before their checksums are verified.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

// Adds the question for the summary to the pipeline; its result is for ReadSummary.
void AddSummaryQuery(PgConnection* connection);
// kInvalid if the schema is of another version than this program's.
base::Result<Summary> ReadSummary(const PgConnection& connection, const PgResult& result);
base::Result<Summary> AskSummary(PgConnection* connection);

// Adds the record to the pipeline, as the newest one, which describes all of `summary`.
void AddCommit(PgConnection* connection, const CommitRecord& record, const Summary& summary);
// The same for the record of an earlier commit than the newest.
void AddEarlierCommit(PgConnection* connection, const CommitRecord& record);
// Sets what `meta` says besides the schema.
void AddMeta(PgConnection* connection, const Summary& summary);

// Nothing if there is no record of such a commit or batch.
base::Result<std::optional<CommitRecord>> FindCommit(PgConnection* connection, CommitId id);
base::Result<std::optional<CommitRecord>> FindCommitOfBatch(PgConnection* connection,
                                                            const std::string& batch);
// The records of at most `most` commits after `after`, in order.
base::Result<std::vector<CommitRecord>> CommitsAfter(PgConnection* connection, CommitId after,
                                                     std::int64_t most);

// The same as Snapshot::BatchIds.
base::Result<std::vector<std::string>> FindBatchIds(PgConnection* connection,
                                                    const std::string& prefix);

}  // namespace orgreg::store
