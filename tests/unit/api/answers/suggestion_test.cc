// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/suggestion.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace orgreg::api {
namespace {

using search::Reason;

constexpr std::array<std::string_view, 2> kChoices = {"NOB", "NNO"};
constexpr std::array<search::ParameterRow, 3> kRows = {{{.name = "number", .in = search::In::kPath},
                                                        {.name = "colour", .choices = kChoices},
                                                        {.name = "konkurs"}}};
constexpr std::array<std::string_view, 2> kKeys = {"navn", "organisasjonsnummer"};

std::string Suggested(Reason reason, std::string_view subject) {
  return SuggestionFor({.reason = reason, .subject = std::string(subject), .row = &kRows[1]},
                       {.rows = kRows, .sort_keys = kKeys});
}

struct Case {
  Reason reason;
  std::string_view subject;
  std::string_view suggestion;
};

TEST(Suggestion, IsWhatWasMeant) {
  for (const auto& [reason, subject, suggestion] : std::vector<Case>{
           {Reason::kUnknownParameter, "color", "colour"},
           {Reason::kUnknownParameter, "Konkurs", "konkurs"},
           {Reason::kNotSortKey, "organisasjonsnumer", "organisasjonsnummer"},
           {Reason::kNotForm, "enkk", "ENK"},
           {Reason::kNotIndustry, "62010", "62.10"},
           {Reason::kNotBoolean, "ja", "true"},
           {Reason::kNotBoolean, "flase", "false"},
           {Reason::kNotDate, "31.12.2025", "2025-12-31"},
           {Reason::kNotDate, "2025/1/2", "2025-01-02"},
           {Reason::kNotOrgNumber, "NO 974 760 673 MVA", "974760673"},
           {Reason::kNotChoice, "nobb", "NOB"},
       }) {
    EXPECT_EQ(Suggested(reason, subject), suggestion) << subject;
  }
}

TEST(Suggestion, IsNothingIfNothingIsNear) {
  for (const auto& [reason, subject, suggestion] : std::vector<Case>{
           {Reason::kUnknownParameter, "number", ""},
           {Reason::kUnknownParameter, "", ""},
           {Reason::kNotSortKey, "price", ""},
           {Reason::kNotForm, "limited company", ""},
           {Reason::kNotIndustry, "software", ""},
           {Reason::kNotBoolean, "perhaps", ""},
           {Reason::kNotDate, "31.02.2025", ""},
           {Reason::kNotDate, "1.2.3.4", ""},
           {Reason::kNotDate, "yesterday", ""},
           {Reason::kNotOrgNumber, "97476067", ""},
           {Reason::kNotOrgNumber, "<script>", ""},
           {Reason::kNotChoice, "ENG", ""},
           {Reason::kNotEncoded, "%zz", ""},
       }) {
    EXPECT_EQ(Suggested(reason, subject), suggestion) << subject;
  }
}

}  // namespace
}  // namespace orgreg::api
