// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/chunk_decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace orgreg::http {
namespace {

using State = ChunkDecoder::State;

TEST(ChunkDecoder, TakesNothingAfterTheEnd) {
  ChunkDecoder decoder(100);
  std::string out;
  ASSERT_EQ(decoder.Decode("1\r\na\r\n0\r\n\r\nGET /", &out), State::kComplete);
  EXPECT_EQ(decoder.taken(), 11U);
  EXPECT_EQ(decoder.Decode("1\r\nb\r\n", &out), State::kMalformed);
  EXPECT_EQ(out, "a");
  EXPECT_EQ(decoder.taken(), 11U);
}

TEST(ChunkDecoder, RefusesControlCharactersOutsideOfTheData) {
  for (const std::string_view control : {"\x01", "\n", "\x1f", "\x7f"}) {
    for (const std::string& body :
         {"1;a" + std::string(control) + "\r\n", "0\r\nA" + std::string(control) + ": b\r\n\r\n"}) {
      std::string out;
      EXPECT_EQ(ChunkDecoder(100).Decode(body, &out), State::kMalformed) << body;
    }
  }
}

TEST(ChunkDecoder, ReadsPastTabsAndLettersBeyondAscii) {
  std::string out;
  const std::string body = "1;a=\t\xc3\xa6\r\n\x01\r\n0\r\nA:\t\xc3\xa6\r\n\r\n";
  ChunkDecoder decoder(100);
  EXPECT_EQ(decoder.Decode(body, &out), State::kComplete);
  EXPECT_EQ(decoder.taken(), body.size());
  EXPECT_EQ(out, "\x01");
}

}  // namespace
}  // namespace orgreg::http
