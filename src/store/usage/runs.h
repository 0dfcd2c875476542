// SPDX-License-Identifier: EUPL-1.2

// Whose the counts of a file are, when servers share them (docs/decisions/0069-shared-usage.md).
// Each time that a server opens the file a run begins, with a name that no other run has. A run has
// counted what was added to the file until the next one began. So the counts of a run that is over
// never change: a copy of the file has the same ones under the same name, and counts on under
// another. The tables `runs` and `begun` are made when the first run begins; programs that do not
// know them can use the file. Internal to store/.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"
#include "store/usage/rows.h"

namespace orgreg::store {

struct UsageRun {
  std::int64_t place = 0;  // rises
  std::string name = {};
  Quarter began = 0;  // never before that of the run before
};

// What a run has counted in a quarter.
struct RunCounts {
  std::string run = {};
  Counts counts = {};
};

// Begins a run, in a transaction of its own. Runs of which no count is left are forgotten. `secret`
// becomes a part of its name, unless it is empty: equal ones make marks of addresses that are
// equal.
base::Status BeginRun(Connection* connection, Quarter now, std::string_view secret = {});
// What was the secret of the run of that name.
std::string_view SecretOf(std::string_view run);

// In their order; none if none has begun.
base::Result<std::vector<UsageRun>> RunsOf(Connection* connection);

// What each of the runs has counted in a quarter; those without counts are left out. The caller
// has begun a transaction.
base::Result<std::vector<RunCounts>> CountsOfRuns(Connection* connection,
                                                  const std::vector<UsageRun>& runs,
                                                  UsageGroup group, Quarter quarter);

// What is left of `counts` without those of `part`.
Counts Without(const Counts& counts, const Counts& part);

// Gives the runs of the one file to another one that has neither runs nor counts, in a transaction
// that the caller has begun.
base::Status TakeRuns(Connection* from, Connection* into);

}  // namespace orgreg::store
