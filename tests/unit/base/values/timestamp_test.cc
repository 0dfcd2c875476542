// SPDX-License-Identifier: EUPL-1.2

#include "base/values/timestamp.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

struct Case {
  std::string_view text;
  std::int64_t milliseconds;
};

TEST(Timestamp, IsReadAndWrittenToTheMillisecond) {
  const Case cases[] = {
      {"1970-01-01T00:00:00.000Z", 0},
      {"1969-12-31T23:59:59.999Z", -1},
      {"1970-01-01T00:00:00.007Z", 7},
      {"2026-09-08T04:00:15.143Z", 1'788'840'015'143},
      {"2024-02-29T23:59:59.999Z", 1'709'251'199'999},
      {"2018-04-23T00:00:00.000Z", 1'524'441'600'000},
      {"9999-12-31T23:59:59.999Z", 253'402'300'799'999},
      {"0001-01-01T00:00:00.000Z", -62'135'596'800'000},
  };
  for (const Case& example : cases) {
    const std::optional<Timestamp> read = Timestamp::Parse(example.text);
    ASSERT_TRUE(read) << example.text;
    EXPECT_EQ(read->milliseconds(), example.milliseconds) << example.text;
    EXPECT_EQ(Timestamp::FromMilliseconds(example.milliseconds).ToString(), example.text);
  }
}

TEST(Timestamp, IsRefusedInAnyOtherForm) {
  for (const std::string_view text : {"",
                                      "2026-09-08",
                                      "2026-09-08T04:00:15Z",
                                      "2026-09-08T04:00:15.1Z",
                                      "2026-09-08T04:00:15.1434Z",
                                      "2026-09-08T04:00:15.143",
                                      "2026-09-08T04:00:15.143z",
                                      "2026-09-08t04:00:15.143Z",
                                      "2026-09-08 04:00:15.143Z",
                                      "2026-09-08T04:00:15,143Z",
                                      "2026-09-08T04:00:15.143+00:00",
                                      "2026-09-08T04:00:15.14Z ",
                                      "2026-9-08T04:00:15.143Z",
                                      "2026-09-08T24:00:00.000Z",
                                      "2026-09-08T23:60:00.000Z",
                                      "2026-09-08T23:59:60.000Z",
                                      "2026-09-08T-1:00:00.000Z",
                                      "2026-02-29T00:00:00.000Z",
                                      "2026-13-01T00:00:00.000Z",
                                      "0000-01-01T00:00:00.000Z",
                                      "2026-09-08T04-00-15.143Z",
                                      "2026-09-08T04:00:15.1x3Z",
                                      "1788840015143",
                                      "2026-09-08T04:00:15.143Zx",
                                      " 026-09-08T04:00:15.143Z"}) {
    EXPECT_FALSE(Timestamp::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace orgreg::base
