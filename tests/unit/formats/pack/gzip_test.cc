// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/gzip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string Packed(std::string_view text) {
  std::string packed = "what was there before";
  GzipCompress(text, &packed);
  return packed;
}

// The unpacked text, or "!" and the message if it fails: the bytes before a failure depend on the
// pieces, the failure does not.
std::string Unpack(ByteSource* packed, std::size_t piece, GzipLimits limits) {
  GzipSource source(packed, limits);
  const std::string text = ReadAll(&source, piece);
  const std::size_t failure = text.find('!');
  return failure == std::string::npos ? text : text.substr(failure);
}

// Unpacks it whole and in pieces, which must make no difference.
std::string Unpacked(std::string_view packed, GzipLimits limits = {}) {
  MemorySource whole(packed);
  const std::string text = Unpack(&whole, 1000, limits);
  for (const std::vector<std::size_t>& sizes :
       std::vector<std::vector<std::size_t>>{{1}, {9}, {1, 300}}) {
    SlicedSource pieces(packed, sizes);
    EXPECT_EQ(Unpack(&pieces, sizes.front() + 6, limits), text) << "pieces of " << sizes.front();
  }
  return text;
}

std::string Noise(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text.push_back(static_cast<char>(random()));
  std::replace(text.begin(), text.end(), '!', '?');  // '!' marks a failure.
  return text;
}

std::string Prose(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text += "{\"navn\":\"" + std::to_string(random() % 1000) + "\"},";
  text.resize(size);
  return text;
}

TEST(GzipCompress, UnpacksToTheSameText) {
  for (const std::size_t size : {0U, 1U, 2U, 100U, 1500U, 70'000U, 200'000U}) {
    EXPECT_EQ(Unpacked(Packed(Prose(size))), Prose(size)) << size;
    EXPECT_EQ(Unpacked(Packed(Noise(size))), Noise(size)) << size;
  }
}

TEST(GzipCompress, MakesTextSmallAndNoiseHardlyLarger) {
  EXPECT_LT(Packed(Prose(100'000)).size(), 40'000U);
  EXPECT_LT(Packed(Noise(100'000)).size(), 100'200U);
}

TEST(GzipCompress, GivesTheSameBytesEachTime) {
  const std::string first = Packed(Prose(5000));
  Packed(Noise(90'000));
  EXPECT_EQ(Packed(Prose(5000)), first);
  std::string elsewhere;
  std::thread([&] { elsewhere = Packed(Prose(5000)); }).join();
  EXPECT_EQ(elsewhere, first);
  EXPECT_EQ(first.substr(4, 4), std::string(4, '\0')) << "no time in the header";
}

TEST(GzipSource, JoinsMembersThatFollowEachOther) {
  EXPECT_EQ(Unpacked(Packed("one ") + Packed("") + Packed("two")), "one two");
}

// The packed text with every optional part in its header, and a flag for each.
std::string WithWholeHeader(std::string packed) {
  packed[3] = 0x1F;
  packed.insert(10, std::string("\x03\0abcname\0comment\0hc", 20));
  return packed;
}

TEST(GzipSource, SkipsTheOptionalPartsOfAHeader) {
  const std::string packed = WithWholeHeader(Packed("text"));
  EXPECT_EQ(Unpacked(packed), "text");
  EXPECT_EQ(Unpacked(packed + packed), "texttext");
}

TEST(GzipSource, RefusesWrongHeaders) {
  const std::string packed = Packed("text");
  for (const std::size_t at : {0U, 1U, 2U, 3U}) {
    std::string wrong = packed;
    wrong[at] = '\xE0';  // At 3: flags without a meaning yet.
    EXPECT_THAT(Unpacked(wrong), StartsWith("!gzip:")) << at;
    EXPECT_THAT(Unpacked(packed + wrong), StartsWith("!gzip:")) << at;
  }
}

TEST(GzipSource, EveryCutIsFound) {
  const std::string packed = Packed(Prose(3000));
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_THAT(Unpacked(packed.substr(0, size)), HasSubstr("!gzip:")) << size;
  }
  const std::string headed = WithWholeHeader(packed);
  for (std::size_t size = 1; size < 40; ++size) {
    EXPECT_THAT(Unpacked(headed.substr(0, size)), StartsWith("!gzip: the packed data ends too"));
  }
  const std::string two = packed + packed.substr(0, 15);
  EXPECT_THAT(Unpacked(two), HasSubstr("!gzip: the packed data ends too early"));
}

// A few bits pad the last byte before the trailer and mean nothing.
TEST(GzipSource, AChangedBitOfTheDataIsFoundOrMeansNothing) {
  const std::string packed = Packed(Prose(300));
  std::size_t harmless = 0;
  for (std::size_t bit = 10 * 8; bit < packed.size() * 8; ++bit) {
    std::string changed = packed;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    const std::string text = Unpacked(changed);
    if (text == Prose(300)) {
      ++harmless;
    } else {
      EXPECT_THAT(text, StartsWith("!gzip:")) << bit;
    }
  }
  EXPECT_LT(harmless, 8U);
}

TEST(GzipSource, RejectsOtherFormats) {
  for (const std::string& packed :
       {std::string("plain text that is long enough"), std::string("\x1f\x8b"),
        std::string("\x1f\x8b\x07") + std::string(30, '\0'), std::string(40, '\0')}) {
    EXPECT_THAT(Unpacked(packed), StartsWith("!gzip:"));
  }
}

TEST(GzipSource, RefusesAnythingAfterTheEnd) {
  for (const std::string& junk : {std::string("x"), std::string("\n"), std::string(512, '\0'),
                                  std::string("\x1f"), std::string("\x1f\x8c garbage garbage")}) {
    EXPECT_THAT(Unpacked(Packed("text") + junk), StartsWith("!gzip:")) << junk;
  }
}

TEST(GzipSource, CutsAStreamThatSwellsTooFar) {
  const std::string bomb = Packed(std::string(50 << 20, '0'));
  MemorySource packed(bomb);
  GzipSource source(&packed, {.ratio = 10, .slack_bytes = 1 << 20});
  const std::string text = ReadAll(&source, 1 << 16);
  EXPECT_THAT(text.substr(text.size() - 60), HasSubstr("!gzip: unpacks to more than 10 times"));
  EXPECT_LT(text.size(), (1U << 20) + 10 * bomb.size() + (1U << 17));

  MemorySource again(bomb);
  GzipSource patient(&again, {.ratio = 2000});
  EXPECT_EQ(ReadAll(&patient, 1 << 16).size(), 50U << 20);
}

}  // namespace
}  // namespace orgreg::formats
