// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/fair_share.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace orgreg::base {
namespace {

using Part = FairShare::Part;

// The number of parts of one that each client gets if it takes as many as it can.
std::size_t Grab(FairShare* share, const std::string& address, std::vector<Part>* held) {
  const std::size_t before = held->size();
  while (true) {
    Part part = share->Take(address);
    if (!part.is_held()) return held->size() - before;
    held->push_back(std::move(part));
  }
}

TEST(FairShare, GivesAClientAsMuchAsIsLeftForOthers) {
  FairShare share(100);
  std::vector<Part> held;
  EXPECT_EQ(Grab(&share, "192.0.2.1", &held), 50U);
  EXPECT_EQ(Grab(&share, "192.0.2.2", &held), 25U);
  EXPECT_EQ(Grab(&share, "192.0.2.3", &held), 13U);
  EXPECT_EQ(Grab(&share, "192.0.2.4", &held), 6U);
  EXPECT_EQ(Grab(&share, "192.0.2.1", &held), 0U);
  EXPECT_EQ(share.taken(), 94U);
  EXPECT_EQ(share.free(), 6U);
}

TEST(FairShare, GivesNoClientMoreThanTheMostOfOne) {
  FairShare share(100, 1);
  std::vector<Part> held;
  EXPECT_EQ(Grab(&share, "192.0.2.1", &held), 1U);
  EXPECT_EQ(Grab(&share, "192.0.2.2", &held), 1U);
  held.clear();
  EXPECT_EQ(Grab(&share, "192.0.2.1", &held), 1U);
}

TEST(FairShare, HasOneOfTwoForAClient) {
  FairShare share(2);
  const Part first = share.Take("192.0.2.1");
  EXPECT_TRUE(first.is_held());
  EXPECT_FALSE(share.Take("192.0.2.1").is_held());
  const Part second = share.Take("192.0.2.2");
  EXPECT_TRUE(second.is_held());
  EXPECT_FALSE(share.Take("192.0.2.3").is_held());
}

TEST(FairShare, CountsEachPartForItsClient) {
  FairShare share(100);
  EXPECT_FALSE(share.Take("192.0.2.1", 101).is_held());
  const Part all = share.Take("192.0.2.1", 100);
  EXPECT_TRUE(all.is_held());
  EXPECT_FALSE(share.Take("192.0.2.2").is_held());
  EXPECT_TRUE(share.Take("192.0.2.2", 0).is_held());
}

TEST(FairShare, CountsPartsWithoutAClientOnlyInTotal) {
  FairShare share(3);
  std::vector<Part> held;
  EXPECT_EQ(Grab(&share, "", &held), 3U);
  EXPECT_FALSE(share.Take("192.0.2.1").is_held());
  held.clear();
  EXPECT_TRUE(share.Take("192.0.2.1").is_held());
}

TEST(FairShare, HasItAgainOnceItIsGivenBack) {
  FairShare share(1);
  for (int i = 0; i < 3; ++i) {
    Part part = share.Take("192.0.2.1");
    EXPECT_TRUE(part.is_held());
    EXPECT_FALSE(share.Take("192.0.2.2").is_held());
    part.GiveBack();
    EXPECT_FALSE(part.is_held());
    part.GiveBack();                                 // Has no further effect.
    EXPECT_TRUE(share.Take("192.0.2.2").is_held());  // Destroying it gives it back.
  }
  EXPECT_EQ(share.taken(), 0U);
}

TEST(FairShare, CountsAnIPv6ClientByItsNetwork) {
  FairShare share(2);
  const Part first = share.Take("2001:db8:1:2::1");
  EXPECT_FALSE(share.Take("2001:db8:1:2:3:4:5:6").is_held());
  EXPECT_TRUE(share.Take("2001:db8:1:3::1").is_held());
  const Part plain = share.Take("192.0.2.1");
  EXPECT_FALSE(share.Take("::ffff:192.0.2.1").is_held());
}

TEST(FairShare, GivesBackOnceEvenAfterMoves) {
  FairShare share(2);
  Part first = share.Take("192.0.2.1");
  Part second = std::move(first);
  EXPECT_TRUE(second.is_held());
  Part other = share.Take("192.0.2.2");
  EXPECT_FALSE(share.Take("192.0.2.3").is_held());
  other = std::move(second);  // Gives back the old part.
  EXPECT_TRUE(other.is_held());
  Part third = share.Take("192.0.2.3");
  EXPECT_TRUE(third.is_held());
  EXPECT_FALSE(share.Take("192.0.2.4").is_held());
  third = Part();
  other = Part();
  EXPECT_TRUE(share.Take("192.0.2.4").is_held());
}

TEST(FairShare, MayEndBeforeItsParts) {
  std::optional<FairShare> share(2);
  const Part part = share->Take("192.0.2.1");
  share.reset();
  EXPECT_TRUE(part.is_held());
}

TEST(FairShare, NeverGivesMoreThanThereIsToManyThreads) {
  FairShare share(2);
  std::atomic<int> held = 0;
  std::atomic<int> taken = 0;
  std::atomic<bool> too_many = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, address = "192.0.2." + std::to_string(i)] {
      for (int round = 0; round < 5000; ++round) {
        const Part part = share.Take(address);
        if (!part.is_held()) continue;
        ++taken;
        if (++held > 2) too_many = true;
        --held;
      }
    });
  }
  threads.clear();
  EXPECT_FALSE(too_many);
  EXPECT_GT(taken, 0);
  EXPECT_EQ(share.taken(), 0U);
}

}  // namespace
}  // namespace orgreg::base
