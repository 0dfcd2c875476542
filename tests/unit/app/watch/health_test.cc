// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/health.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::app {
namespace {

std::string TextOf(const std::vector<CheckResult>& checks) {
  std::string text;
  AppendHealth(checks, &text);
  return text;
}

TEST(Health, IsThatOfTheWorstCheck) {
  const CheckResult pass = {"a", Health::kPass, ""};
  const CheckResult warn = {"b", Health::kWarn, ""};
  const CheckResult fail = {"c", Health::kFail, ""};
  EXPECT_EQ(WorstOf({}), Health::kPass);
  EXPECT_EQ(WorstOf(std::vector{pass, pass}), Health::kPass);
  EXPECT_EQ(WorstOf(std::vector{pass, warn, pass}), Health::kWarn);
  EXPECT_EQ(WorstOf(std::vector{fail, warn, pass}), Health::kFail);
}

TEST(Health, NamesEachCheckAndWhatItSays) {
  EXPECT_EQ(TextOf({{"a", Health::kPass, "all is \"well\""}, {"b", Health::kWarn, "no"}}),
            R"({"status":"warn","checks":{"a":{"status":"pass","says":"all is \"well\""},)"
            R"("b":{"status":"warn","says":"no"}}})"
            "\n");
}

}  // namespace
}  // namespace orgreg::app
