// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/read_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orgreg::http {
namespace {

// Memory that the buffer gets may hold anything, so the bytes of these tests stand nowhere else.
constexpr char kMark = '\xA7';
const std::string kRun(8, kMark);

// Adds `count` of the byte, without a copy anywhere else in memory.
void Put(std::size_t count, char byte, ReadBuffer* buffer) {
  while (count > 0) {
    const std::span<char> room = buffer->MakeRoom();
    const std::size_t size = std::min(room.size(), count);
    std::fill_n(room.begin(), size, byte);
    buffer->Commit(size);
    count -= size;
  }
}

// The content of its memory apart from unread bytes.
std::string Rest(ReadBuffer* buffer) {
  const std::span<char> room = buffer->MakeRoom();
  return {room.begin(), room.end()};
}

TEST(ReadBuffer, KeepsNoUsedBytes) {
  ReadBuffer buffer;
  Put(3'000, kMark, &buffer);
  buffer.Consume(3'000);
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
}

TEST(ReadBuffer, KeepsNoDiscardedBytes) {
  ReadBuffer buffer;
  Put(100, kMark, &buffer);
  buffer.Clear();
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
}

// Unread bytes move to the front when room is needed.
TEST(ReadBuffer, KeepsNoMovedBytesInTheirOldPlace) {
  ReadBuffer buffer;
  Put(2'100, 'a', &buffer);
  Put(1'000, kMark, &buffer);
  buffer.Consume(2'100);
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
  EXPECT_EQ(buffer.unread(), std::string(1'000, kMark));
}

TEST(ReadBuffer, MakesAsMuchRoomAsIsAskedFor) {
  ReadBuffer buffer;
  EXPECT_GE(buffer.MakeRoom(16'384).size(), 16'384U);
  Put(10'000, 'a', &buffer);
  EXPECT_GE(buffer.MakeRoom(16'384).size(), 16'384U);
  EXPECT_EQ(buffer.unread(), std::string(10'000, 'a'));
  buffer.Consume(9'999);
  EXPECT_GE(buffer.MakeRoom(16'384).size(), 16'384U);
  EXPECT_EQ(buffer.unread(), "a");
}

}  // namespace
}  // namespace orgreg::http
