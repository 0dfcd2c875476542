// SPDX-License-Identifier: EUPL-1.2

#include "api/operation_list.h"

#include <gtest/gtest.h>

#include <set>

#include "api/interface_document/operation.h"
#include "api/routes.h"
#include "model/meanings/meanings.h"

namespace orgreg::api {
namespace {

bool IsSentence(std::string_view text) { return !text.empty() && text.ends_with('.'); }

TEST(Operations, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const RouteRow& row : Routes()) {
    EXPECT_FALSE(row.at.operation.empty()) << row.at.pattern;
    EXPECT_TRUE(names.insert(row.at.operation).second) << row.at.operation;
  }
}

TEST(Operations, SayInTwoLanguagesWhatEachParameterMeans) {
  for (const RouteRow& row : Routes()) {
    for (const search::ParameterRow& parameter : AllParameters(row)) {
      EXPECT_TRUE(IsSentence(parameter.meaning)) << row.at.operation << ": " << parameter.name;
      EXPECT_TRUE(IsSentence(parameter.meaning_norwegian))
          << row.at.operation << ": " << parameter.name;
      EXPECT_NE(parameter.meaning, parameter.meaning_norwegian) << parameter.name;
    }
  }
}

TEST(Operations, HaveBodiesThatAreDescribed) {
  for (const RouteRow& row : Routes()) {
    if (row.answers.body.empty()) continue;  // A file.
    EXPECT_NE(model::FindMeaning(row.answers.body, ""), nullptr) << row.answers.body;
  }
}

TEST(Operations, NameNoStatusTwice) {
  for (const RouteRow& row : Routes()) {
    std::multiset<std::uint16_t> statuses(row.answers.statuses.begin(), row.answers.statuses.end());
    for (const std::uint16_t status : UsualStatuses(row)) statuses.insert(status);
    for (const std::uint16_t status : statuses)
      EXPECT_EQ(statuses.count(status), 1U) << row.at.operation << ": " << status;
  }
}

TEST(OperationsAsJson, HasTheFiltersOfASearch) {
  const std::string json = OperationsAsJson();
  EXPECT_NE(json.find(R"("operation":"searchEntities","pattern":"/enhetsregisteret/api/enheter",)"
                      R"("methods":"GET, HEAD","statuses":[200],)"),
            std::string::npos)
      << json.substr(0, 1000);
  EXPECT_NE(json.find(R"({"name":"fraAntallAnsatte","in":"query",)"
                      R"("meaning":"Units whose antallAnsatte is this number or more; )"),
            std::string::npos);
}

}  // namespace
}  // namespace orgreg::api
