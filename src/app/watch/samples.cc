// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/samples.h"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace orgreg::app {
namespace {

constexpr std::string_view kBoundLabel = "le";

double SecondsOf(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

void AppendLabel(std::string_view name, std::string_view value, bool is_first, std::string* out) {
  out->append(is_first ? "{" : ",").append(name).append("=\"");
  for (const char c : value) {
    if (c == '\\' || c == '"') out->push_back('\\');
    if (c == '\n') {
      out->append("\\n");
    } else {
      out->push_back(c);
    }
  }
  out->push_back('"');
}

}  // namespace

std::string_view TypeName(MetricType type) {
  switch (type) {
    case MetricType::kCounter:
      return "counter";
    case MetricType::kGauge:
      return "gauge";
    case MetricType::kHistogram:
      break;
  }
  return "histogram";
}

Samples::Samples(const MetricRow& row, std::string* out) : row_(row), out_(out) {
  fmt::format_to(std::back_inserter(*out_), "# HELP {} {}\n# TYPE {} {}\n", row.name, row.help,
                 row.name, TypeName(row.type));
}

void Samples::Add(double value, std::initializer_list<std::string_view> labels) {
  AddLine("", labels, "", value);
}

void Samples::Add(const base::Histogram::Reading& reading,
                  std::initializer_list<std::string_view> labels) {
  constexpr auto& kBounds = base::Histogram::kBounds;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    count += reading.counts[i];
    AddLine("_bucket", labels, fmt::format("{}", SecondsOf(kBounds[i])),
            static_cast<double>(count));
  }
  count += reading.counts.back();
  AddLine("_bucket", labels, "+Inf", static_cast<double>(count));
  AddLine("_sum", labels, "", SecondsOf(reading.sum));
  AddLine("_count", labels, "", static_cast<double>(count));
}

void Samples::AddLine(std::string_view ending, std::initializer_list<std::string_view> labels,
                      std::string_view bound, double value) {
  out_->append(row_.name).append(ending);
  std::size_t at = 0;
  for (const std::string_view label : labels) {
    assert(at < row_.labels.size() && !row_.labels[at].empty());
    AppendLabel(row_.labels[at], label, at == 0, out_);
    ++at;
  }
  assert(at == row_.labels.size() || row_.labels[at].empty());
  if (!bound.empty()) AppendLabel(kBoundLabel, bound, at++ == 0, out_);
  if (at != 0) out_->push_back('}');
  if (std::isnan(value)) {
    out_->append(" NaN\n");
  } else {
    fmt::format_to(std::back_inserter(*out_), " {}\n", value);
  }
}

}  // namespace orgreg::app
