// SPDX-License-Identifier: EUPL-1.2

// The values of one metric, in the text format of Prometheus (version 0.0.4). For one thread.

#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/threads/histogram.h"

namespace orgreg::app {

enum class MetricType : std::uint8_t { kCounter, kGauge, kHistogram };
std::string_view TypeName(MetricType type);

struct Moment;
class Samples;

// A metric: its name, its labels and what it says. The rows of all are in metric_rows.h.
struct MetricRow {
  std::string_view name = {};
  MetricType type = MetricType::kGauge;
  std::array<std::string_view, 3> labels = {};  // The rest are empty.
  std::string_view help = {};                   // A sentence.
  void (*collect)(const Moment&, Samples*) = nullptr;
};

class Samples {
 public:
  // Appends the two lines that introduce the metric.
  Samples(const MetricRow& row, std::string* out);

  // One value; with values of the labels, in their order.
  void Add(double value, std::initializer_list<std::string_view> labels = {});
  void Add(std::uint64_t value, std::initializer_list<std::string_view> labels = {}) {
    Add(static_cast<double>(value), labels);
  }
  void Add(const base::Histogram::Reading& reading,
           std::initializer_list<std::string_view> labels = {});

 private:
  void AddLine(std::string_view ending, std::initializer_list<std::string_view> labels,
               std::string_view bound, double value);

  const MetricRow& row_;
  std::string* out_;
};

}  // namespace orgreg::app
