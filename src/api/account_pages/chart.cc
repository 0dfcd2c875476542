// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/chart.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace orgreg::api {
namespace {

constexpr double kIntervals = 4;      // About so many between the lines of the axis.
constexpr double kBarsOfGroup = 0.7;  // The rest of a group's width is the gap to the next one.
constexpr double kHairline = 1;
// Amounts are texts of any length; beyond these the arithmetic would lose its meaning.
constexpr double kLeastRange = 1e-3;
constexpr double kMostRange = 1e100;

struct Range {
  double low = 0;  // Not above zero.
  double high = 0;
};

std::optional<Range> RangeOf(const std::vector<ChartValues>& groups) {
  Range range;
  for (const ChartValues& values : groups) {
    for (const std::optional<double>& value : values) {
      if (!value) continue;
      if (std::isnan(*value)) return std::nullopt;
      range.low = std::min(range.low, *value);
      range.high = std::max(range.high, *value);
    }
  }
  const double size = range.high - range.low;
  if (size < kLeastRange || size > kMostRange) return std::nullopt;
  return range;
}

// The distance of the lines: 1, 2 or 5 times a power of ten.
double StepOf(const Range& range) {
  const double least = (range.high - range.low) / kIntervals;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : std::array{1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

// From values to heights.
class Scale {
 public:
  Scale(const Range& range, const ChartArea& area)
      : high_(range.high),
        top_(area.top),
        per_value_((area.height - area.top - area.bottom) / (range.high - range.low)) {}

  double At(double value) const { return top_ + (high_ - value) * per_value_; }

 private:
  double high_;
  double top_;
  double per_value_;
};

ChartBar BarOf(double value, const Scale& scale) {
  const double zero = scale.At(0);
  const double height = std::max(std::abs(scale.At(value) - zero), value == 0 ? 0 : kHairline);
  return {.value = value, .y = value < 0 ? zero : zero - height, .height = height};
}

void AddTicks(const Range& range, double step, const Scale& scale, Chart* chart) {
  const double last = std::round(range.high / step);
  for (double tick = std::round(range.low / step); tick <= last; ++tick) {
    chart->ticks.push_back({.value = tick * step, .y = scale.At(tick * step)});
  }
}

// The bars of a group, in the middle of the width that it has.
void AddBars(const ChartValues& values, std::size_t group, double group_width, const Scale& scale,
             Chart* chart) {
  const double width = group_width * kBarsOfGroup / static_cast<double>(values.size());
  const double begin = chart->middles[group] - group_width * kBarsOfGroup / 2;
  for (std::size_t series = 0; series < values.size(); ++series) {
    if (!values[series]) continue;
    ChartBar bar = BarOf(*values[series], scale);
    bar.group = group;
    bar.series = series;
    bar.x = begin + static_cast<double>(series) * width;
    bar.width = width;
    chart->bars.push_back(bar);
  }
}

}  // namespace

std::optional<Chart> LayOutChart(const std::vector<ChartValues>& groups, const ChartArea& area) {
  const std::optional<Range> values = RangeOf(groups);
  if (!values) return std::nullopt;
  const double step = StepOf(*values);
  // The axis goes to round values, which include all others.
  const Range axis{.low = std::floor(values->low / step) * step,
                   .high = std::ceil(values->high / step) * step};
  const Scale scale(axis, area);
  Chart chart{.zero = scale.At(0), .largest = std::max(values->high, -values->low)};
  AddTicks(axis, step, scale, &chart);
  const double width = (area.width - area.left - area.right) / static_cast<double>(groups.size());
  chart.middles.reserve(groups.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    chart.middles.push_back(area.left + (static_cast<double>(group) + 0.5) * width);
    AddBars(groups[group], group, width, scale, &chart);
  }
  return chart;
}

}  // namespace orgreg::api
