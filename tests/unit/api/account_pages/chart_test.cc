// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/chart.h"

#include <gtest/gtest.h>

#include <limits>

namespace orgreg::api {
namespace {

using Groups = std::vector<ChartValues>;

constexpr ChartArea kArea{
    .width = 100, .height = 100, .left = 0, .right = 0, .top = 0, .bottom = 0};

Chart LaidOut(const Groups& groups) {
  const auto chart = LayOutChart(groups, kArea);
  EXPECT_TRUE(chart);
  return chart.value_or(Chart());
}

std::vector<double> TicksOf(const Groups& groups) {
  std::vector<double> values;
  for (const ChartTick& tick : LaidOut(groups).ticks) values.push_back(tick.value);
  return values;
}

TEST(LayOutChart, StandsBarsOnZero) {
  const Chart chart = LaidOut({{50}, {100}});
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_DOUBLE_EQ(chart.zero, 100);
  EXPECT_DOUBLE_EQ(chart.bars[0].y, 50);
  EXPECT_DOUBLE_EQ(chart.bars[0].height, 50);
  EXPECT_DOUBLE_EQ(chart.bars[1].y, 0);
  EXPECT_DOUBLE_EQ(chart.bars[1].height, 100);
  EXPECT_DOUBLE_EQ(chart.largest, 100);
}

TEST(LayOutChart, HangsNegativeBarsBelowZero) {
  const Chart chart = LaidOut({{100, -100}});
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_DOUBLE_EQ(chart.zero, 50);
  EXPECT_DOUBLE_EQ(chart.bars[1].y, chart.zero);
  EXPECT_DOUBLE_EQ(chart.bars[1].height, 50);
}

TEST(LayOutChart, PutsZeroAtTheTopIfAllValuesAreNegative) {
  const Chart chart = LaidOut({{-10}, {-20}});
  EXPECT_DOUBLE_EQ(chart.zero, 0);
  EXPECT_DOUBLE_EQ(chart.bars[1].height, 100);
  EXPECT_DOUBLE_EQ(chart.largest, 20);
}

TEST(LayOutChart, KeepsBarsInTheirGroupsWithoutOverlap) {
  const Chart chart = LaidOut({{1, 2}, {3, 4}});
  ASSERT_EQ(chart.bars.size(), 4U);
  EXPECT_EQ(chart.middles, (std::vector<double>{25, 75}));
  for (std::size_t at = 1; at < chart.bars.size(); ++at) {
    const ChartBar& left = chart.bars[at - 1];
    EXPECT_LE(left.x + left.width, chart.bars[at].x + 1e-9);
  }
  EXPECT_GE(chart.bars[0].x, 0);
  EXPECT_LE(chart.bars[1].x + chart.bars[1].width, 50);
  EXPECT_LE(chart.bars[3].x + chart.bars[3].width, 100);
}

TEST(LayOutChart, LeavesAGapWhereAValueIsMissing) {
  const Chart chart = LaidOut({{1, std::nullopt}, {std::nullopt, 4}});
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_EQ(chart.bars[0].series, 0U);
  EXPECT_EQ(chart.bars[1].group, 1U);
  EXPECT_EQ(chart.bars[1].series, 1U);
}

TEST(LayOutChart, ShowsASmallValueAsAHairlineAndZeroAsNothing) {
  const Chart chart = LaidOut({{1000000}, {1}, {0}});
  EXPECT_DOUBLE_EQ(chart.bars[1].height, 1);
  EXPECT_DOUBLE_EQ(chart.bars[2].height, 0);
}

TEST(LayOutChart, HasLinesAtRoundValuesThatIncludeAllOthers) {
  EXPECT_EQ(TicksOf({{7}}), (std::vector<double>{0, 2, 4, 6, 8}));
  EXPECT_EQ(TicksOf({{-3, 9}}), (std::vector<double>{-5, 0, 5, 10}));
  EXPECT_EQ(TicksOf({{1000}}), (std::vector<double>{0, 500, 1000}));
  EXPECT_EQ(TicksOf({{-40}}), (std::vector<double>{-40, -30, -20, -10, 0}));
}

TEST(LayOutChart, KeepsTheMargins) {
  const ChartArea area{
      .width = 100, .height = 100, .left = 20, .right = 10, .top = 5, .bottom = 15};
  const auto chart = LayOutChart({{100}}, area);
  ASSERT_TRUE(chart);
  EXPECT_DOUBLE_EQ(chart->zero, 85);
  EXPECT_DOUBLE_EQ(chart->bars[0].y, 5);
  EXPECT_DOUBLE_EQ(chart->middles[0], 55);
}

TEST(LayOutChart, RefusesWhatCannotBeCompared) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(LayOutChart({}, kArea));
  EXPECT_FALSE(LayOutChart({{}}, kArea));
  EXPECT_FALSE(LayOutChart({{std::nullopt}}, kArea));
  EXPECT_FALSE(LayOutChart({{0}, {0}}, kArea));
  EXPECT_FALSE(LayOutChart({{1}, {kInfinity}}, kArea));
  EXPECT_FALSE(LayOutChart({{1}, {-kInfinity}}, kArea));
  EXPECT_FALSE(LayOutChart({{1}, {std::numeric_limits<double>::quiet_NaN()}}, kArea));
  EXPECT_FALSE(LayOutChart({{std::numeric_limits<double>::max()}}, kArea));
  EXPECT_FALSE(LayOutChart({{std::numeric_limits<double>::denorm_min()}}, kArea));
}

}  // namespace
}  // namespace orgreg::api
