// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/complaints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orgreg::ingest {
namespace {

using testing::ElementsAre;

std::string Place(int line) { return "line " + std::to_string(line); }

TEST(Complaints, AreNoneAtFirst) { EXPECT_TRUE(Complaints().Lines().empty()); }

TEST(Complaints, StandInOrderOfTheirFirstRecords) {
  Complaints complaints;
  complaints.Add({{"b", "is missing"}}, Place(1), "line 1: b: is missing");
  complaints.Add({{"a", "is missing"}}, Place(2), "line 2: a: is missing");
  complaints.Add({{"b", "is missing"}}, Place(3), "line 3: b: is missing");
  EXPECT_THAT(complaints.Lines(),
              ElementsAre("line 1: b: is missing", "… and 1 more like it: line 3",
                          "line 2: a: is missing"));
}

TEST(Complaints, ThatDifferInNumbersAndValuesAreOne) {
  Complaints complaints;
  complaints.Add({{"a[1]", "is no date", "\"x\""}}, Place(1), "first");
  complaints.Add({{"a[20]", "is no date", "\"yy 1\""}}, Place(2), "second");
  complaints.Add({{"a[1]", "is no date"}, {"b", "is missing"}}, Place(3), "third");
  EXPECT_THAT(complaints.Lines(), ElementsAre("first", "… and 1 more like it: line 2", "third"));
}

TEST(Complaints, NameTheFirstPlacesAndCountTheOthers) {
  Complaints complaints;
  for (int line = 1; line <= 5000; ++line)
    complaints.Add({{.reason = "bad"}}, Place(line), "first");
  ASSERT_EQ(complaints.Lines().size(), 2U);
  EXPECT_EQ(complaints.Lines()[1],
            "… and 4999 more like it: line 2; line 3; line 4; line 5; line 6; line 7; line 8; "
            "line 9; line 10; line 11; …");
}

TEST(Complaints, AreCountedTogetherIfThereAreTooManyReasons) {
  Complaints complaints;
  for (std::size_t at = 0; at < Complaints::kMostReasons + 7; ++at) {
    complaints.Add({{.reason = std::string(at + 1, 'x')}}, Place(1), "one");
  }
  ASSERT_EQ(complaints.Lines().size(), Complaints::kMostReasons + 1);
  EXPECT_EQ(complaints.Lines().back(), "… and 7 bad ones for other reasons");
}

}  // namespace
}  // namespace orgreg::ingest
