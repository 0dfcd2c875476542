// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/gzip_packer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "formats/byte_source.h"
#include "unit/formats/sample_texts.h"
#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;  // The size that is packed at once.

// The packed form of `text`, appended in pieces.
std::string Packed(std::string_view text, std::size_t piece) {
  std::string packed;
  StringSink sink(&packed);
  GzipPacker packer(&sink);
  const std::size_t size = text.size();
  while (!text.empty()) {
    EXPECT_TRUE(packer.Append(text.substr(0, piece)).ok());
    text.remove_prefix(std::min(piece, text.size()));
  }
  EXPECT_TRUE(packer.Finish().ok());
  EXPECT_EQ(packer.text_bytes(), size);
  EXPECT_EQ(packer.packed_bytes(), packed.size());
  return packed;
}

std::string Unpacked(std::string_view packed) {
  SlicedSource bytes(packed, {100'000});
  GzipSource source(&bytes, GzipLimits{});
  std::string text;
  std::string piece(100'000, '\0');
  while (true) {
    auto size = source.Read(piece);
    EXPECT_TRUE(size.ok());
    if (!size.ok() || *size == 0) return text;
    text.append(piece, 0, *size);
  }
}

TEST(GzipPacker, PackedTextCanBeUnpackedAgain) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, kPiece - 1,
                                 kPiece, kPiece + 1, 2 * kPiece, 5 * kPiece + 17}) {
    for (const std::string& text : {Prose(size), Noise(size)}) {
      EXPECT_TRUE(Unpacked(Packed(text, 100'000)) == text) << size;
    }
  }
}

TEST(GzipPacker, TheSameTextGivesTheSameBytesHoweverItIsAppended) {
  const std::string text = Prose(2 * kPiece + 200'000);
  const std::string whole = Packed(text, text.size());
  for (const std::size_t piece : {std::size_t{1'000}, kPiece - 1, kPiece, kPiece + 1}) {
    EXPECT_TRUE(Packed(text, piece) == whole) << piece;
  }
  EXPECT_LT(whole.size(), text.size() / 2);
}

TEST(GzipPacker, TextThatIsWrittenIntoItsRoomGivesTheSameBytes) {
  const std::string text = Prose(2 * kPiece + 200'000);
  for (const std::size_t piece : {std::size_t{999}, kPiece - 1, kPiece, 2 * kPiece + 17}) {
    std::string packed;
    StringSink sink(&packed);
    GzipPacker packer(&sink);
    for (std::string_view left = text; !left.empty();) {
      const std::string_view part = left.substr(0, piece);
      const std::span<char> room = packer.Room(part.size() + 100);
      ASSERT_EQ(room.size(), part.size() + 100);
      std::ranges::fill(room, 'x');
      std::ranges::copy(part, room.begin());
      ASSERT_TRUE(packer.Added(part.size()).ok());
      left.remove_prefix(part.size());
      // Both ways go together.
      ASSERT_TRUE(packer.Append(left.substr(0, 10)).ok());
      left.remove_prefix(std::min<std::size_t>(10, left.size()));
    }
    ASSERT_TRUE(packer.Finish().ok());
    EXPECT_EQ(packer.text_bytes(), text.size());
    EXPECT_TRUE(packed == Packed(text, text.size())) << piece;
  }
}

TEST(GzipPacker, TheHeaderSaysNeitherTimeNorName) {
  const std::string bytes = Packed("text", 4);
  EXPECT_EQ(bytes.substr(0, 4), std::string("\x1f\x8b\x08\x00", 4));
  EXPECT_EQ(bytes.substr(4, 4), std::string(4, '\0'));
}

TEST(GzipPacker, AnErrorOfTheSinkIsPassedOn) {
  const std::string text = Noise(3 * kPiece);
  const std::size_t whole = Packed(text, text.size()).size();
  for (const std::size_t room : {std::size_t{0}, std::size_t{100'000}, whole / 2, whole - 1}) {
    FullSink sink(room);
    GzipPacker packer(&sink);
    base::Status status = packer.Append(text);
    if (status.ok()) status = packer.Finish();
    ASSERT_FALSE(status.ok()) << room;
    EXPECT_EQ(status.error().message, "the sink is full");
    EXPECT_FALSE(sink.got_bytes_after_error());
  }
}

TEST(Deflater, ARestartedOnePacksAsANewOne) {
  const std::string text = Prose(kPiece + 1'000);
  std::string packed;
  StringSink sink(&packed);
  Deflater deflater(Deflater::Form::kRaw, &sink);
  ASSERT_TRUE(deflater.Append(text).ok() && deflater.Finish().ok());
  const std::string first = std::move(packed);
  packed.clear();
  deflater.Restart();
  EXPECT_EQ(deflater.text_bytes(), 0U);
  ASSERT_TRUE(deflater.Append(text).ok() && deflater.Finish().ok());
  EXPECT_TRUE(packed == first);
  EXPECT_EQ(deflater.text_bytes(), text.size());
  EXPECT_EQ(deflater.packed_bytes(), first.size());
}

}  // namespace
}  // namespace orgreg::formats
