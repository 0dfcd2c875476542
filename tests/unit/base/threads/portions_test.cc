// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/portions.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace orgreg::base {
namespace {

// Makes numbers from 0 until there are `count`, or the portions are closed.
void MakeNumbers(int count, Portions<int>* portions) {
  for (int number = 0; number < count; ++number) {
    int* const place = portions->Place();
    if (place == nullptr) return;
    *place = number;
    if (!portions->Keep()) return;
  }
  portions->Send();
  portions->Close();
}

TEST(Portions, HandOnEachValueInOrder) {
  for (const int count : {0, 1, 63, 64, 65, 1000}) {
    Portions<int> portions;
    std::thread maker(MakeNumbers, count, &portions);
    int next = 0;
    const Status taken = portions.TakeAll([&](const int* number) -> Status {
      EXPECT_EQ(*number, next++);
      return {};
    });
    maker.join();
    EXPECT_TRUE(taken.ok());
    EXPECT_EQ(next, count);
  }
}

TEST(Portions, EndWithTheErrorOfTheTaker) {
  Portions<int> portions;
  std::thread maker(MakeNumbers, 100'000, &portions);
  const Status taken = portions.TakeAll([](const int* number) -> Status {
    if (*number < 100) return {};
    return Error{Code::kLimit, std::to_string(*number)};
  });
  portions.Close();
  maker.join();
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.error().message, "100");
}

TEST(Portions, ReuseAPlaceWhoseValueWasNotKept) {
  Portions<std::string> portions;
  *portions.Place() = "refused";
  *portions.Place() = "kept";
  EXPECT_TRUE(portions.Keep());
  EXPECT_TRUE(portions.Send());
  portions.Close();
  std::string all;
  EXPECT_TRUE(portions.TakeAll([&](const std::string* text) -> Status {
    all += *text;
    return {};
  }));
  EXPECT_EQ(all, "kept");
}

}  // namespace
}  // namespace orgreg::base
