// SPDX-License-Identifier: EUPL-1.2

// Where the bars of a chart stand: groups next to each other, one for each year, with a bar for
// each series. Zero has a line of its own, and negative values hang below it. Pure; safe from any
// thread.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace orgreg::api {

// The values of one group, in the order of the series; nothing where there is none.
using ChartValues = std::vector<std::optional<double>>;

// The drawing, in units of its own; the browser scales it. Bars are inside the margins.
struct ChartArea {
  double width = 480;
  double height = 260;
  double left = 64;  // For the numbers of the axis.
  double right = 8;
  double top = 24;  // For the number above the highest bar.
  double bottom = 28;
};

struct ChartBar {
  std::size_t group = 0;
  std::size_t series = 0;
  double value = 0;
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;  // At least a hairline, so that a small value is seen.
};

// A line across the chart at a round value.
struct ChartTick {
  double value = 0;
  double y = 0;
};

struct Chart {
  std::vector<ChartTick> ticks = {};  // From the lowest value to the highest; zero is among them.
  std::vector<ChartBar> bars = {};
  std::vector<double> middles = {};  // The x of each group.
  double zero = 0;                   // The y of the value zero.
  double largest = 0;                // The largest value without its sign.
};

// Nothing if no value is other than zero, or one is not finite: there is nothing to compare.
std::optional<Chart> LayOutChart(const std::vector<ChartValues>& groups, const ChartArea& area);

}  // namespace orgreg::api
