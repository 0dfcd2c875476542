// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/error_kinds.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace orgreg::api {
namespace {

std::string Guide() {
  std::ostringstream text;
  text << std::ifstream(ORGREG_TEST_DATA "/../../docs/guide/errors.md", std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> Names() {
  std::set<std::string> names;
  for (const ErrorRow& row : ErrorRows()) names.emplace(row.name);
  const auto last = static_cast<std::size_t>(search::Reason::kNotEncoded);
  for (std::size_t at = 0; at <= last; ++at) names.emplace(NameOf(static_cast<search::Reason>(at)));
  return names;
}

std::size_t Count(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(ErrorKinds, HaveNamesOfTheirOwn) {
  const auto reasons = static_cast<std::size_t>(search::Reason::kNotEncoded) + 1;
  EXPECT_EQ(Names().size(), ErrorRows().size() + reasons);
  EXPECT_FALSE(Names().contains(""));
}

TEST(ErrorKinds, AreAllExplainedInTheGuide) {
  const std::string guide = Guide();
  for (const std::string& name : Names()) {
    EXPECT_NE(guide.find("\n### " + name + "\n\n"), std::string::npos) << name;
  }
}

TEST(ErrorKinds, AreTheOnlyOnesThatTheGuideExplains) {
  const std::set<std::string> names = Names();
  std::istringstream guide(Guide());
  for (std::string line; std::getline(guide, line);) {
    if (!line.starts_with("### ")) continue;
    EXPECT_TRUE(names.contains(line.substr(4))) << line;
  }
}

constexpr std::array kLanguages = {Language::kEnglish, Language::kNorwegian, Language::kNynorsk};

TEST(ErrorKinds, AreWordedInEachLanguage) {
  for (const ErrorRow& row : ErrorRows()) {
    for (const Language language : kLanguages) {
      EXPECT_FALSE(row.title.In(language).empty()) << row.name;
      EXPECT_FALSE(row.detail.In(language).empty()) << row.name;
      EXPECT_EQ(row.page_detail.In(language).empty(), row.page_detail.english.empty()) << row.name;
      EXPECT_EQ(Count("{0}", row.detail.In(language)), Count("{0}", row.detail.english))
          << row.name;
    }
    EXPECT_GE(row.status, 400);
  }
}

}  // namespace
}  // namespace orgreg::api
