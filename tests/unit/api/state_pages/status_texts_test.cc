// SPDX-License-Identifier: EUPL-1.2

// The texts with places for values that the pages of the state fill in.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "api/pages/page_language.h"
#include "api/pages/words.h"

namespace orgreg::api {
namespace {

using testing::HasSubstr;

std::string Filled(std::string_view key, PageLanguage language) {
  return fmt::format(fmt::runtime(WordsFor(key, language)), fmt::arg("count", "COUNT"),
                     fmt::arg("age", "AGE"), fmt::arg("days", "DAYS"), fmt::arg("hours", "HOURS"));
}

TEST(StatusTexts, HaveTheirValuesInEachLanguage) {
  for (std::size_t at = 0; at < kLanguageCodes.size(); ++at) {
    const auto language = static_cast<PageLanguage>(at);
    EXPECT_THAT(Filled("status.index.catching_up_more", language), HasSubstr("COUNT"));
    EXPECT_THAT(Filled("status.index.behind_more", language), HasSubstr("COUNT"));
    EXPECT_THAT(Filled("status.index.behind_more", language), HasSubstr("AGE"));
    EXPECT_THAT(Filled("status.data.quiet_more", language), HasSubstr("DAYS"));
    EXPECT_THAT(Filled("status.data.loaded_long_ago_more", language), HasSubstr("DAYS"));
    EXPECT_THAT(Filled("status.files.old_more", language), HasSubstr("HOURS"));
    EXPECT_THAT(Filled("status.files.incomplete_more", language), HasSubstr("COUNT"));
  }
}

}  // namespace
}  // namespace orgreg::api
