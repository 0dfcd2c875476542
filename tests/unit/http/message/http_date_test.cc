// SPDX-License-Identifier: EUPL-1.2

#include "http/message/http_date.h"

#include <gtest/gtest.h>

namespace orgreg::http {
namespace {

constexpr std::time_t kExample = 784111777;
constexpr std::time_t kIn2026 = 1780000000;

TEST(ParseHttpDate, ReadsAllThreeForms) {
  for (const char* text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994"}) {
    EXPECT_EQ(ParseHttpDate(text, kIn2026), kExample) << text;
  }
  EXPECT_EQ(ParseHttpDate("Thu, 01 Jan 1970 00:00:00 GMT", kIn2026), 0);
  EXPECT_EQ(ParseHttpDate("Wed, 31 Dec 1969 23:59:59 GMT", kIn2026), -1);
  EXPECT_EQ(ParseHttpDate("Thu, 29 Feb 2024 00:00:00 GMT", kIn2026), 1709164800);
  EXPECT_EQ(ParseHttpDate("Thu Feb 29 00:00:00 2024", kIn2026), 1709164800);
  EXPECT_EQ(ParseHttpDate("Fri, 31 Dec 9999 23:59:59 GMT", kIn2026), 253402300799);
  EXPECT_EQ(ParseHttpDate("Mon, 01 Jan 0001 00:00:00 GMT", kIn2026), -62135596800);
  EXPECT_EQ(ParseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", kIn2026), 1483228800);
}

TEST(ParseHttpDate, ReadsWrittenDates) {
  for (std::time_t time = 0; time < 4000000000; time += 12345678) {
    EXPECT_EQ(ParseHttpDate(FormatHttpDate(time), kIn2026), time);
  }
}

TEST(ParseHttpDate, TakesAYearOfTwoDigitsForOneNotFarAhead) {
  const auto parsed = [](const char* text) {
    return FormatHttpDate(*ParseHttpDate(text, kIn2026));
  };
  EXPECT_EQ(parsed("Friday, 01-Jan-76 00:00:00 GMT").substr(12, 4), "2076");
  EXPECT_EQ(parsed("Saturday, 01-Jan-77 00:00:00 GMT").substr(12, 4), "1977");
  EXPECT_EQ(parsed("Saturday, 01-Jan-00 00:00:00 GMT").substr(12, 4), "2000");
}

TEST(ParseHttpDate, RejectsInvalidDates) {
  for (const char* text : {
           "",
           "0",
           "784111777",
           "now",
           "Sun",
           "Sun,",
           "Sun, 06 Nov 1994 08:49:37",
           "Sun, 06 Nov 1994 08:49:37 ",
           "Sun, 06 Nov 1994 08:49:37 CET",
           "Sun, 06 Nov 1994 08:49:37 +0000",
           "Sun, 06 Nov 1994 08:49:37 GMT ",
           " Sun, 06 Nov 1994 08:49:37 GMT",
           "sun, 06 nov 1994 08:49:37 gmt",
           "Son, 06 Nov 1994 08:49:37 GMT",
           "Sun, 6 Nov 1994 08:49:37 GMT",
           "Sun,  6 Nov 1994 08:49:37 GMT",
           "Sun, 06 November 1994 08:49:37 GMT",
           "Sun, 06 Okt 1994 08:49:37 GMT",
           "Sun, 06 Nov 94 08:49:37 GMT",
           "Sun, 06-Nov-1994 08:49:37 GMT",
           "Sun, 06 Nov 1994 8:49:37 GMT",
           "Sun, 06 Nov 1994 24:00:00 GMT",
           "Sun, 06 Nov 1994 08:60:37 GMT",
           "Sun, 06 Nov 1994 08:49:61 GMT",
           "Sun, 00 Nov 1994 08:49:37 GMT",
           "Sun, 31 Nov 1994 08:49:37 GMT",
           "Tue, 29 Feb 2023 08:49:37 GMT",
           "Sun, -6 Nov 1994 08:49:37 GMT",
           "Sunday, 06-Nov-1994 08:49:37 GMT",
           "Sunday, 06 Nov 94 08:49:37 GMT",
           "Sunday, 6-Nov-94 08:49:37 GMT",
           "Sunday, 06-Nov-94 08:49:37",
           "Sun, 06-Nov-94 08:49:37 GMT",
           "Sun Nov 6 08:49:37 1994",
           "Sun Nov   6 08:49:37 1994",
           "Sun Nov  0 08:49:37 1994",
           "Sun Nov  6 08:49:37 94",
           "Sun Nov  6 08:49:37 1994 GMT",
           "Sun Nov 32 08:49:37 1994",
           "1994-11-06T08:49:37Z",
       }) {
    EXPECT_FALSE(ParseHttpDate(text, kIn2026)) << text;
  }
}

}  // namespace
}  // namespace orgreg::http
