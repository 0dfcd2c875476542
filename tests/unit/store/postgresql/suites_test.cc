// SPDX-License-Identifier: EUPL-1.2

// The suites that every implementation of the store passes, with PostgreSQL.

#include <string>
#include <utility>
#include <vector>

#include "unit/store/commit_suite.h"
#include "unit/store/history_suite.h"
#include "unit/store/log_damage.h"
#include "unit/store/log_suite.h"
#include "unit/store/postgresql/backend.h"
#include "unit/store/replica_suite.h"
#include "unit/store/store_suite.h"

namespace orgreg::store {
namespace {

// The layout has no packed bodies.
std::vector<std::pair<BackendFactory, std::string>> RowDamages() {
  std::vector<std::pair<BackendFactory, std::string>> damages;
  for (const std::string& sql : RowDamage()) {
    if (sql.find("packed") == std::string::npos) damages.emplace_back(PgFactory(), sql);
  }
  return damages;
}

std::vector<std::pair<BackendFactory, LogDamageCase>> PgLogDamages() {
  std::vector<std::pair<BackendFactory, LogDamageCase>> damages;
  for (const LogDamageCase& damage : LogDamages()) damages.emplace_back(PgFactory(), damage);
  for (const LogDamageCase& damage : {
           LogDamageCase{"DELETE FROM change_patch WHERE id = 3", true},
           LogDamageCase{"UPDATE change_patch SET id = 99 WHERE id = 3", true},
           LogDamageCase{"UPDATE change_patch SET number = 2 WHERE id = 3", true},
           LogDamageCase{"UPDATE change_patch SET tbl = 1 WHERE id = 3"},
           LogDamageCase{"INSERT INTO change_patch VALUES (99, 0, 1, 'x', NULL)"},
       }) {
    damages.emplace_back(PgFactory(), damage);
  }
  return damages;
}

INSTANTIATE_TEST_SUITE_P(Postgresql, StoreSuite, testing::Values(PgFactory()));
INSTANTIATE_TEST_SUITE_P(Postgresql, StoreDamage, testing::ValuesIn(RowDamages()));
INSTANTIATE_TEST_SUITE_P(Postgresql, CommitSuite, testing::Values(PgFactory()));
INSTANTIATE_TEST_SUITE_P(Postgresql, LogSuite, testing::Values(PgFactory()));
INSTANTIATE_TEST_SUITE_P(Postgresql, LogDamage, testing::ValuesIn(PgLogDamages()));
INSTANTIATE_TEST_SUITE_P(Postgresql, HistorySuite, testing::Values(PgFactory()));
INSTANTIATE_TEST_SUITE_P(Postgresql, ReplicaSuite, testing::Values(PgFactory()));

class EndServer final : public testing::Environment {
 public:
  void TearDown() override { PgServer::EndShared(); }
};
[[maybe_unused]] const testing::Environment* const kEnd =
    testing::AddGlobalTestEnvironment(new EndServer);

}  // namespace
}  // namespace orgreg::store
