// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/body_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace orgreg::http {
namespace {

using State = BodyReader::State;

// The body, then "." if it is complete, "!" if it is malformed and "+" if more is awaited, and the
// bytes that were not taken.
std::string Read(const Framing& framing, std::string_view bytes, std::size_t slice) {
  BodyReader reader(framing);
  std::string body;
  while (!bytes.empty() && reader.state() == State::kIncomplete) {
    bytes.remove_prefix(reader.Take(bytes.substr(0, slice), &body));
  }
  if (reader.state() == State::kMalformed) return body + "!";
  return body + (reader.state() == State::kComplete ? "." : "+") + std::string(bytes);
}

std::string ReadAnyhow(const Framing& framing, std::string_view bytes) {
  const std::string whole = Read(framing, bytes, bytes.size());
  for (const std::size_t slice : {1U, 2U, 3U, 7U}) {
    EXPECT_EQ(Read(framing, bytes, slice), whole) << "in slices of " << slice << ": " << bytes;
  }
  return whole;
}

TEST(BodyReader, TakesAsMuchAsTheLengthSays) {
  EXPECT_EQ(ReadAnyhow({.content_length = 5}, "helloGET /"), "hello.GET /");
  EXPECT_EQ(ReadAnyhow({.content_length = 5}, "hell"), "hell+");
  EXPECT_EQ(BodyReader({.content_length = 0}).state(), State::kComplete);
}

TEST(BodyReader, TakesChunksUpToTheLastOne) {
  const Framing chunked = {.chunked = true};
  EXPECT_EQ(ReadAnyhow(chunked, "2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: t\r\n\r\nGET /"),
            "hello.GET /");
  EXPECT_EQ(ReadAnyhow(chunked, "0\r\n\r\n"), ".");
  EXPECT_EQ(ReadAnyhow(chunked, "5\r\nhell"), "hell+");
}

TEST(BodyReader, StopsAtAMalformedChunk) {
  const Framing chunked = {.chunked = true};
  EXPECT_EQ(ReadAnyhow(chunked, "2\r\nhex"), "he!");
  EXPECT_EQ(ReadAnyhow(chunked, "x\r\n"), "!");
  EXPECT_EQ(ReadAnyhow(chunked, "ffffffffffffffff\r\n"), "!");
  EXPECT_EQ(ReadAnyhow(chunked, "2\nhe"), "!");
}

// Longer than any limit of a body that is read as a whole.
TEST(BodyReader, TakesChunksOfAnyLength) {
  BodyReader reader({.chunked = true});
  std::string body;
  const std::string piece(1U << 20U, 'x');
  reader.Take("40000000\r\n", &body);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(reader.Take(piece, &body), piece.size());
    body.clear();
  }
  EXPECT_EQ(reader.state(), State::kIncomplete);
}

TEST(BodyReader, TakesNothingAfterTheEndOrAMalformedChunk) {
  std::string body;
  BodyReader complete({.content_length = 1});
  EXPECT_EQ(complete.Take("ab", &body), 1U);
  EXPECT_EQ(complete.Take("b", &body), 0U);
  BodyReader malformed({.chunked = true});
  malformed.Take("x", &body);
  EXPECT_EQ(malformed.Take("1\r\nb\r\n", &body), 0U);
  EXPECT_EQ(body, "a");
}

}  // namespace
}  // namespace orgreg::http
