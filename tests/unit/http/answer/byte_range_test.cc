// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/byte_range.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::http {
namespace {

std::string Parsed(std::string_view field, std::uint64_t size) {
  const ByteRange range = ParseByteRange(field, size);
  switch (range.kind) {
    case ByteRange::Kind::kWhole:
      return "whole";
    case ByteRange::Kind::kUnsatisfiable:
      return "unsatisfiable";
    case ByteRange::Kind::kPart:
      return std::to_string(range.offset_bytes) + "+" + std::to_string(range.size_bytes);
  }
  return "";
}

TEST(ParseByteRange, ReadsOneRange) {
  EXPECT_EQ(Parsed("bytes=0-0", 10), "0+1");
  EXPECT_EQ(Parsed("bytes=0-9", 10), "0+10");
  EXPECT_EQ(Parsed("bytes=3-5", 10), "3+3");
  EXPECT_EQ(Parsed("bytes=9-9", 10), "9+1");
  EXPECT_EQ(Parsed("bytes=4-", 10), "4+6");
  EXPECT_EQ(Parsed("bytes=-3", 10), "7+3");
  EXPECT_EQ(Parsed("BYTES= 3-5\t", 10), "3+3");
}

TEST(ParseByteRange, CutsAtTheEnd) {
  EXPECT_EQ(Parsed("bytes=4-10", 10), "4+6");
  EXPECT_EQ(Parsed("bytes=4-18446744073709551615", 10), "4+6");
  EXPECT_EQ(Parsed("bytes=4-99999999999999999999999999", 10), "4+6");
  EXPECT_EQ(Parsed("bytes=-10", 10), "0+10");
  EXPECT_EQ(Parsed("bytes=-99999999999999999999999999", 10), "0+10");
}

TEST(ParseByteRange, RecognisesRangesBeyondTheEnd) {
  for (const char* field : {"bytes=10-", "bytes=10-10", "bytes=10-20", "bytes=-0", "bytes=-000",
                            "bytes=18446744073709551616-", "bytes=99999999999999999999-"}) {
    EXPECT_EQ(Parsed(field, 10), "unsatisfiable") << field;
  }
  EXPECT_EQ(Parsed("bytes=0-", 0), "unsatisfiable");
  EXPECT_EQ(Parsed("bytes=-5", 0), "whole");
}

TEST(ParseByteRange, IgnoresValuesThatAreNotOneRangeOfBytes) {
  for (const char* field : {"",
                            "bytes",
                            "bytes=",
                            "bytes=-",
                            "bytes= ",
                            "bytes 0-1",
                            "bytes =0-1",
                            "byte=0-1",
                            "items=0-1",
                            "0-1",
                            "=0-1",
                            "bytes=0",
                            "bytes=5-3",
                            "bytes=a-b",
                            "bytes=0-b",
                            "bytes=a-1",
                            "bytes=0x1-2",
                            "bytes=+0-1",
                            "bytes=--1",
                            "bytes=0--1",
                            "bytes=-1-2",
                            "bytes=0-1-2",
                            "bytes=0 -1",
                            "bytes=0- 1",
                            "bytes=0-1,3-4",
                            "bytes=0-1,",
                            "bytes=,0-1",
                            "bytes=0-,-1",
                            "bytes=0-1;3-4",
                            "bytes=0-1 x",
                            "bytes=\"0-1\"",
                            "bytes=9-10-"}) {
    EXPECT_EQ(Parsed(field, 10), "whole") << field;
  }
}

}  // namespace
}  // namespace orgreg::http
