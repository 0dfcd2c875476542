// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/messages.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "search/request/parameter.h"
#include "search/request/problem.h"

namespace orgreg::api {
namespace {

constexpr std::array<std::string_view, 2> kChoices = {"CHOICE1", "CHOICE2"};
constexpr search::ParameterRow kRow = {.least = 71'234, .choices = kChoices};
// What a sentence may repeat, and limits that it may name.
constexpr std::array<std::string_view, 9> kParts = {
    "SUBJECT", "FIRST", "LAST", "71234", "CHOICE1", "CHOICE2", " 180 ", " 2000 ", "10_000"};

search::Problem ProblemOf(std::size_t reason) {
  return {.reason = static_cast<search::Reason>(reason),
          .parameters = {"FIRST", "LAST"},
          .value = std::nullopt,
          .subject = "SUBJECT",
          .row = &kRow};
}

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

constexpr std::size_t kReasons = static_cast<std::size_t>(search::Reason::kNotEncoded) + 1;

TEST(Message, SaysTheSameInEachLanguage) {
  for (std::size_t reason = 0; reason < kReasons; ++reason) {
    const std::string english = Message(ProblemOf(reason), Language::kEnglish);
    for (const Language language : {Language::kNorwegian, Language::kNynorsk}) {
      const std::string text = Message(ProblemOf(reason), language);
      EXPECT_NE(text, "") << english;
      EXPECT_NE(text, english);
      for (const std::string_view part : kParts)
        EXPECT_EQ(Has(text, part), Has(english, part)) << text;
    }
  }
}

TEST(Message, HasNoWordOfBokmaalInNynorsk) {
  constexpr std::array<std::string_view, 9> kOfBokmaal = {
      " ikke ", " en ", " et ", " være ", " fra ", "tjenest", " mer ", " tegn", "parametere"};
  for (std::size_t reason = 0; reason < kReasons; ++reason) {
    const std::string text = Message(ProblemOf(reason), Language::kNynorsk);
    for (const std::string_view word : kOfBokmaal) EXPECT_FALSE(Has(text, word)) << text;
  }
}

}  // namespace
}  // namespace orgreg::api
