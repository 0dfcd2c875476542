#include "store/checksum.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace orgreg::store {
namespace {

std::uint64_t Of(Table table, std::int64_t commit, std::uint32_t number, RowState state,
                 std::string_view body) {
  return RowChecksum(table, CommitId{commit},
                     {.number = base::OrgNumber(number), .state = state, .body = body});
}

// Stored for ever: a change here makes every existing store unreadable.
TEST(RowChecksum, IsWhatStoresHold) {
  EXPECT_EQ(Of(Table::kEntity, 1, 974760673, RowState::kLive, "{}"), 17363759435830591685U);
  EXPECT_EQ(Of(Table::kSubEntity, 7, 1, RowState::kRemoved, ""), 16578305926303726813U);
}

TEST(RowChecksum, DependsOnEverythingAboutTheRow) {
  const std::set<std::uint64_t> sums = {
      Of(Table::kEntity, 1, 1, RowState::kLive, "a"),
      Of(Table::kSubEntity, 1, 1, RowState::kLive, "a"),
      Of(Table::kEntity, 2, 1, RowState::kLive, "a"),
      Of(Table::kEntity, 1, 2, RowState::kLive, "a"),
      Of(Table::kEntity, 1, 1, RowState::kDeleted, "a"),
      Of(Table::kEntity, 1, 1, RowState::kLive, "b"),
      Of(Table::kEntity, 1, 1, RowState::kLive, ""),
  };
  EXPECT_EQ(sums.size(), 7U);
}

TEST(SummaryChecksum, DependsOnEveryMember) {
  std::set<std::uint64_t> sums = {SummaryChecksum({})};
  sums.insert(SummaryChecksum({.position = CommitId{1}}));
  for (const Table table : {Table::kEntity, Table::kSubEntity}) {
    Summary rows;
    rows.Of(table).rows = 1;
    sums.insert(SummaryChecksum(rows));
    Summary sum;
    sum.Of(table).sum = 1;
    sums.insert(SummaryChecksum(sum));
  }
  EXPECT_EQ(sums.size(), 6U);
}

}  // namespace
}  // namespace orgreg::store
