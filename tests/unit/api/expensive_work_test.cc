#include "api/expensive_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace orgreg::api {
namespace {

using Place = ExpensiveWork::Place;

TEST(ExpensiveWork, HasOnePlaceForAClientAndTwoInAll) {
  ExpensiveWork work;
  const Place first = work.Take("192.0.2.1");
  EXPECT_TRUE(first.is_held());
  EXPECT_FALSE(work.Take("192.0.2.1").is_held());
  const Place second = work.Take("192.0.2.2");
  EXPECT_TRUE(second.is_held());
  EXPECT_FALSE(work.Take("192.0.2.3").is_held());
}

TEST(ExpensiveWork, HasAPlaceAgainOnceOneIsGivenBack) {
  ExpensiveWork work({.in_all = 1, .of_a_client = 1});
  for (int i = 0; i < 3; ++i) {
    Place place = work.Take("192.0.2.1");
    EXPECT_TRUE(place.is_held());
    EXPECT_FALSE(work.Take("192.0.2.2").is_held());
    place.GiveBack();
    EXPECT_FALSE(place.is_held());
    place.GiveBack();                               // Does nothing more.
    EXPECT_TRUE(work.Take("192.0.2.2").is_held());  // And given back by being destroyed.
  }
}

// Refusing a client takes nothing from it.
TEST(ExpensiveWork, CountsOnlyPlacesThatAreHeld) {
  ExpensiveWork work({.in_all = 3, .of_a_client = 2});
  std::vector<Place> held;
  held.push_back(work.Take("192.0.2.1"));
  held.push_back(work.Take("192.0.2.1"));
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(work.Take("192.0.2.1").is_held());
  held.push_back(work.Take("192.0.2.2"));
  EXPECT_TRUE(held.back().is_held());
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(work.Take("192.0.2.3").is_held());
  held.pop_back();
  EXPECT_TRUE(work.Take("192.0.2.3").is_held());
  held.clear();
  EXPECT_TRUE(work.Take("192.0.2.1").is_held());
}

TEST(ExpensiveWork, CountsAnIPv6ClientByItsNetwork) {
  ExpensiveWork work({.in_all = 9, .of_a_client = 1});
  const Place first = work.Take("2001:db8:1:2::1");
  EXPECT_FALSE(work.Take("2001:db8:1:2:3:4:5:6").is_held());
  EXPECT_TRUE(work.Take("2001:db8:1:3::1").is_held());
  const Place plain = work.Take("192.0.2.1");
  EXPECT_FALSE(work.Take("::ffff:192.0.2.1").is_held());
}

TEST(ExpensiveWork, GivesBackOnceWhateverMoves) {
  ExpensiveWork work({.in_all = 2, .of_a_client = 2});
  Place first = work.Take("192.0.2.1");
  Place second = std::move(first);
  EXPECT_TRUE(second.is_held());
  Place other = work.Take("192.0.2.2");
  EXPECT_FALSE(work.Take("192.0.2.3").is_held());
  other = std::move(second);  // Gives back what it held.
  EXPECT_TRUE(other.is_held());
  Place third = work.Take("192.0.2.3");
  EXPECT_TRUE(third.is_held());
  EXPECT_FALSE(work.Take("192.0.2.4").is_held());
  third = Place();
  other = Place();
  EXPECT_TRUE(work.Take("192.0.2.4").is_held());
}

TEST(ExpensiveWork, MayEndBeforeItsPlaces) {
  std::optional<ExpensiveWork> work(std::in_place);
  const Place place = work->Take("192.0.2.1");
  work.reset();
  EXPECT_TRUE(place.is_held());
}

TEST(ExpensiveWork, NeverHasMoreThanItMayFromManyThreads) {
  ExpensiveWork work;
  std::atomic<int> held = 0;
  std::atomic<int> taken = 0;
  std::atomic<bool> too_many = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, address = "192.0.2." + std::to_string(i)] {
      for (int round = 0; round < 5000; ++round) {
        const Place place = work.Take(address);
        if (!place.is_held()) continue;
        ++taken;
        if (++held > 2) too_many = true;
        --held;
      }
    });
  }
  threads.clear();
  EXPECT_FALSE(too_many);
  EXPECT_GT(taken, 0);
  EXPECT_TRUE(work.Take("192.0.2.1").is_held());
}

}  // namespace
}  // namespace orgreg::api
