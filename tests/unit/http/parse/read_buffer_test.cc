// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/read_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orgreg::http {
namespace {

// From the added bytes; a single letter may be by chance in memory that was never written.
const std::string kRun(8, 's');

void Put(std::string_view bytes, ReadBuffer* buffer) {
  while (!bytes.empty()) {
    const std::span<char> room = buffer->MakeRoom();
    const std::size_t size = std::min(room.size(), bytes.size());
    std::copy_n(bytes.begin(), size, room.begin());
    buffer->Commit(size);
    bytes.remove_prefix(size);
  }
}

// The content of its memory apart from unread bytes.
std::string Rest(ReadBuffer* buffer) {
  const std::span<char> room = buffer->MakeRoom();
  return {room.begin(), room.end()};
}

// The memory of a buffer may have bytes of another test.
void Overwrite(ReadBuffer* buffer) {
  Put(std::string(4'000, '.'), buffer);
  buffer->Clear();
}

TEST(ReadBuffer, KeepsNoUsedBytes) {
  ReadBuffer buffer;
  Overwrite(&buffer);
  Put(std::string(3'000, 's'), &buffer);
  buffer.Consume(3'000);
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
}

TEST(ReadBuffer, KeepsNoDiscardedBytes) {
  ReadBuffer buffer;
  Overwrite(&buffer);
  Put(std::string(100, 's'), &buffer);
  buffer.Clear();
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
}

// Unread bytes move to the front when room is needed.
TEST(ReadBuffer, KeepsNoMovedBytesInTheirOldPlace) {
  ReadBuffer buffer;
  Put(std::string(2'100, 'a') + std::string(1'000, 's'), &buffer);
  buffer.Consume(2'100);
  EXPECT_EQ(Rest(&buffer).find(kRun), std::string::npos);
  EXPECT_EQ(buffer.unread(), std::string(1'000, 's'));
}

}  // namespace
}  // namespace orgreg::http
