// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/samples.h"

#include <gtest/gtest.h>

#include <limits>

namespace orgreg::app {
namespace {

constexpr MetricRow kPlain = {"orgreg_x", MetricType::kGauge, {}, "What it is.", nullptr};
constexpr MetricRow kLabelled = {
    "orgreg_y_total", MetricType::kCounter, {"one", "two"}, "What it is.", nullptr};
constexpr MetricRow kTimes = {
    "orgreg_z_seconds", MetricType::kHistogram, {"one"}, "What it is.", nullptr};

TEST(Samples, BeginWithWhatTheMetricIs) {
  std::string text;
  const Samples samples(kLabelled, &text);
  EXPECT_EQ(text, "# HELP orgreg_y_total What it is.\n# TYPE orgreg_y_total counter\n");
}

TEST(Samples, HaveTheirLabelsInOrder) {
  std::string text;
  Samples samples(kLabelled, &text);
  text.clear();
  samples.Add(std::uint64_t{7}, {"a", "b"});
  EXPECT_EQ(text, "orgreg_y_total{one=\"a\",two=\"b\"} 7\n");
}

TEST(Samples, EscapeWhatWouldEndALabel) {
  std::string text;
  Samples samples(kLabelled, &text);
  text.clear();
  samples.Add(1.0, {"a\"b\\c\nd", ""});
  EXPECT_EQ(text, "orgreg_y_total{one=\"a\\\"b\\\\c\\nd\",two=\"\"} 1\n");
}

TEST(Samples, WriteNumbersWholeAndExact) {
  std::string text;
  Samples samples(kPlain, &text);
  text.clear();
  samples.Add(std::uint64_t{1} << 53U);
  samples.Add(0.25);
  samples.Add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(text, "orgreg_x 9007199254740992\norgreg_x 0.25\norgreg_x NaN\n");
}

TEST(Samples, OfAHistogramCountEachBoundWithThoseBelowIt) {
  std::string text;
  Samples samples(kTimes, &text);
  text.clear();
  base::Histogram histogram;
  histogram.Note(std::chrono::microseconds(20));
  histogram.Note(std::chrono::milliseconds(1));
  histogram.Note(std::chrono::minutes(1));
  samples.Add(histogram.Read(), {"a"});
  EXPECT_TRUE(text.starts_with("orgreg_z_seconds_bucket{one=\"a\",le=\"2.5e-05\"} 1\n")) << text;
  EXPECT_NE(text.find("orgreg_z_seconds_bucket{one=\"a\",le=\"0.0005\"} 1\n"), std::string::npos);
  EXPECT_NE(text.find("orgreg_z_seconds_bucket{one=\"a\",le=\"0.001\"} 2\n"), std::string::npos);
  EXPECT_NE(text.find("orgreg_z_seconds_bucket{one=\"a\",le=\"30\"} 2\n"), std::string::npos);
  EXPECT_TRUE(
      text.ends_with("orgreg_z_seconds_bucket{one=\"a\",le=\"+Inf\"} 3\n"
                     "orgreg_z_seconds_sum{one=\"a\"} 60.00102\n"
                     "orgreg_z_seconds_count{one=\"a\"} 3\n"))
      << text;
}

}  // namespace
}  // namespace orgreg::app
