// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/metric_rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace orgreg::app {
namespace {

std::string Guide() {
  std::ostringstream text;
  text << std::ifstream(ORGREG_TEST_DATA "/../../docs/guide/monitoring.md", std::ios::binary)
              .rdbuf();
  return text.str();
}

// The line of the guide about the row.
std::string LineOf(const MetricRow& row) {
  std::string labels;
  for (const std::string_view label : row.labels) {
    if (label.empty()) continue;
    labels.append(labels.empty() ? "`" : ", `").append(label).append("`");
  }
  return "| `" + std::string(row.name) + "` | " + std::string(TypeName(row.type)) + " | " + labels +
         " | " + std::string(row.help) + " |\n";
}

TEST(MetricRows, AreInTheGuideInTheirOrder) {
  std::string table;
  for (const MetricRow& row : MetricRows()) table.append(LineOf(row));
  EXPECT_NE(Guide().find("|---|---|---|---|\n" + table + "\n"), std::string::npos)
      << "docs/guide/monitoring.md wants this table:\n"
      << table;
}

TEST(MetricRows, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const MetricRow& row : MetricRows()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(MetricRows, AreNamedAsPrometheusWants) {
  for (const MetricRow& row : MetricRows()) {
    EXPECT_EQ(row.name.ends_with("_total"), row.type == MetricType::kCounter) << row.name;
    EXPECT_TRUE(row.help.ends_with(".")) << row.name;
    EXPECT_EQ(row.help.find('|'), std::string_view::npos) << row.name;
  }
}

}  // namespace
}  // namespace orgreg::app
