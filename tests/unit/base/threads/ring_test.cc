// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/ring.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace orgreg::base {
namespace {

bool Write(Ring<int>* ring, int value) {
  int* const place = ring->Place();
  if (place == nullptr) return false;
  *place = value;
  ring->Written();
  return true;
}

std::vector<int> ReadAll(Ring<int>* ring) {
  std::vector<int> values;
  ring->ReadAll([&values](int value) { values.push_back(value); });
  return values;
}

TEST(Ring, HandsValuesOverInTheirOrder) {
  Ring<int> ring(3);
  EXPECT_EQ(ReadAll(&ring), std::vector<int>());
  EXPECT_TRUE(Write(&ring, 1));
  EXPECT_TRUE(Write(&ring, 2));
  EXPECT_EQ(ReadAll(&ring), (std::vector{1, 2}));
  EXPECT_EQ(ReadAll(&ring), std::vector<int>());
}

TEST(Ring, RefusesWhatFindsNoRoomAndHasRoomAgainAfterReading) {
  Ring<int> ring(2);
  EXPECT_TRUE(Write(&ring, 1));
  EXPECT_TRUE(Write(&ring, 2));
  EXPECT_FALSE(Write(&ring, 3));
  EXPECT_EQ(ReadAll(&ring), (std::vector{1, 2}));
  EXPECT_TRUE(Write(&ring, 4));
  EXPECT_EQ(ReadAll(&ring), std::vector{4});
}

TEST(Ring, DoesNotHandOverAPlaceThatIsNotWritten) {
  Ring<int> ring(2);
  *ring.Place() = 7;
  EXPECT_EQ(ReadAll(&ring), std::vector<int>());
}

TEST(Ring, LosesAndInventsNothingBetweenTwoThreads) {
  constexpr int kValues = 100'000;
  Ring<int> ring(64);
  std::vector<int> read;
  std::thread writer([&ring] {
    for (int value = 0; value < kValues;) {
      if (Write(&ring, value)) {
        ++value;
      } else {
        std::this_thread::yield();
      }
    }
  });
  while (read.size() < static_cast<std::size_t>(kValues)) {
    ring.ReadAll([&read](int value) { read.push_back(value); });
    std::this_thread::yield();
  }
  writer.join();
  for (int value = 0; value < kValues; ++value)
    ASSERT_EQ(read[static_cast<std::size_t>(value)], value);
}

}  // namespace
}  // namespace orgreg::base
