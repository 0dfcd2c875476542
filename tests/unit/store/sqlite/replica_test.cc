// SPDX-License-Identifier: EUPL-1.2

#include "store/replica.h"

#include "unit/store/replica_suite.h"
#include "unit/store/sqlite_backend.h"

namespace orgreg::store {
namespace {

INSTANTIATE_TEST_SUITE_P(Sqlite, ReplicaSuite, testing::Values(SqliteFactory()));

TEST(SqliteReplica, LeavesNothingOfTheHistoryThatItForgets) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const std::string canary = "canary-of-before";
  const auto source = OpenOrDie(folder.File("source.db"));
  CommitOne(source.get(), Live(2, "of the source"));
  const auto store = OpenOrDie(path);
  for (std::uint32_t number = 1; number < 500; ++number) {
    CommitOne(store.get(), Live(number, canary + std::to_string(number)));
  }
  const auto snapshot = std::move(source->Read()).value();
  {
    auto replica = std::move(store->Adopt()).value();
    Adopter adopter(replica.get());
    StepReader reader(&adopter);
    ASSERT_TRUE(reader.Read(StepBytes(snapshot.get(), CommitId{})).ok());
  }
  ASSERT_TRUE(store->Wipe().ok());
  EXPECT_FALSE(AnyFileHolds(folder, canary));
}

}  // namespace
}  // namespace orgreg::store
