// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/histogram.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

TEST(Histogram, CountsADurationUnderTheFirstBoundThatItDoesNotPass) {
  for (std::size_t i = 0; i < Histogram::kBounds.size(); ++i) {
    Histogram histogram;
    histogram.Note(Histogram::kBounds[i]);
    EXPECT_EQ(histogram.Read().counts[i], 1U) << i;
    histogram.Note(Histogram::kBounds[i] + nanoseconds(1));
    EXPECT_EQ(histogram.Read().counts[i + 1], 1U) << i;
  }
}

TEST(Histogram, HasBoundsThatGrow) {
  for (std::size_t i = 1; i < Histogram::kBounds.size(); ++i)
    EXPECT_LT(Histogram::kBounds[i - 1], Histogram::kBounds[i]);
}

TEST(Histogram, AddsUpWhatItCounted) {
  Histogram one;
  Histogram other;
  one.Note(microseconds(10));
  one.Note(std::chrono::hours(1));
  other.Note(microseconds(10));
  Histogram::Reading sum = one.Read();
  sum += other.Read();
  EXPECT_EQ(sum.Count(), 3U);
  EXPECT_EQ(sum.counts.front(), 2U);
  EXPECT_EQ(sum.counts.back(), 1U);
  EXPECT_EQ(sum.sum, std::chrono::hours(1) + microseconds(20));
}

}  // namespace
}  // namespace orgreg::base
