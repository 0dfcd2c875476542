// SPDX-License-Identifier: EUPL-1.2

#include "store/checksum.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace orgreg::store {
namespace {

using model::Kind;

std::uint64_t Of(Kind kind, std::int64_t commit, std::uint32_t number, RowState state,
                 std::string_view body) {
  return RowChecksum(kind, CommitId{commit},
                     {.number = base::OrgNumber(number), .state = state, .body = body});
}

// Stored for ever: a change here makes every existing store unreadable.
TEST(RowChecksum, IsTheOneInStores) {
  EXPECT_EQ(Of(Kind::kEntity, 1, 974760673, RowState::kLive, "{}"), 17363759435830591685U);
  EXPECT_EQ(Of(Kind::kSubEntity, 7, 1, RowState::kRemoved, ""), 16578305926303726813U);
}

TEST(RowChecksum, DependsOnEverythingAboutTheRow) {
  const std::set<std::uint64_t> sums = {
      Of(Kind::kEntity, 1, 1, RowState::kLive, "a"),
      Of(Kind::kSubEntity, 1, 1, RowState::kLive, "a"),
      Of(Kind::kEntity, 2, 1, RowState::kLive, "a"),
      Of(Kind::kEntity, 1, 2, RowState::kLive, "a"),
      Of(Kind::kEntity, 1, 1, RowState::kDeleted, "a"),
      Of(Kind::kEntity, 1, 1, RowState::kLive, "b"),
      Of(Kind::kEntity, 1, 1, RowState::kLive, ""),
  };
  EXPECT_EQ(sums.size(), 7U);
}

TEST(SummaryChecksum, DependsOnEveryMember) {
  std::set<std::uint64_t> sums = {SummaryChecksum({})};
  sums.insert(SummaryChecksum({.position = CommitId{1}}));
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    Summary rows;
    rows.Of(kind).rows = 1;
    sums.insert(SummaryChecksum(rows));
    Summary sum;
    sum.Of(kind).sum = 1;
    sums.insert(SummaryChecksum(sum));
  }
  EXPECT_EQ(sums.size(), 6U);
}

}  // namespace
}  // namespace orgreg::store
