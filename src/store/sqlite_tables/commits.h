// SPDX-License-Identifier: EUPL-1.2

// The statements on the records of commits. Internal to store/; data from the file are not used
// before their type, range and checksum are verified.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_connections/connection.h"
#include "store/store.h"

namespace orgreg::store {

base::Status WriteCommit(Connection* connection, const CommitRecord& record);

// Nothing if there is no record of such a commit or batch.
base::Result<std::optional<CommitRecord>> FindCommit(Connection* connection, CommitId id);
base::Result<std::optional<CommitRecord>> FindCommitOfBatch(Connection* connection,
                                                            const std::string& batch);

// The same as Snapshot::BatchIds.
base::Result<std::vector<std::string>> FindBatchIds(Connection* connection,
                                                    const std::string& prefix);

// The records of all commits after `after`, in order, to be read with Next and ReadCommit.
base::Result<SqlQuery> ScanCommits(Connection* connection, CommitId after = {});
base::Result<CommitRecord> ReadCommit(const Connection& connection, const SqlStatement& statement);

}  // namespace orgreg::store
