// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/statement_support.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/place/new_place.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

class StatementSupportTest : public testing::Test {
 protected:
  void SetUp() override {
    settings_.data = folder_.PathOf("register");
    ASSERT_TRUE(MakePlace(PlaceOf(settings_)));
  }

  // Writes a file that every user may read.
  std::string WriteOpenly(const std::string& name) {
    std::string path = folder_.PathOf(name);
    std::ofstream(path) << "x\n";
    fs::permissions(path, fs::perms(0644));
    return path;
  }
  // The problems with these files; empty if there are none. The support is created all the same.
  struct Problems {
    std::string users = {};
    std::string usage = {};
    std::string secret = {};
  };
  Problems Find() const {
    const auto made = StatementSupport::Make(settings_, nullptr);
    EXPECT_TRUE(made);
    if (!made) return {};
    const auto words = [](const std::optional<base::Error>& error) {
      return error ? error->message : std::string();
    };
    const auto* const users = (*made)->sources().users;
    const auto* const counts = (*made)->statistics()->counts;
    return {.users = users == nullptr ? "" : words(users->problem()),
            .usage = words(counts->problem()),
            .secret = words(counts->secret_problem())};
  }

  formats::ScratchFolder folder_{"statement_support"};
  Settings settings_;
};

TEST_F(StatementSupportTest, KeepsItsFilesInThePlace) {
  const auto made = StatementSupport::Make(settings_, nullptr);
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->sources().access, api::StatementsAccess::kBasic);
  EXPECT_NE((*made)->sources().users, nullptr);
  EXPECT_EQ((*made)->sources().folder->path(), settings_.data + "/documents");
  EXPECT_NE((*made)->statistics(), nullptr);
  EXPECT_TRUE(fs::exists(settings_.data + "/usage.db"));
  EXPECT_TRUE(fs::exists(settings_.data + "/secrets/usage-secret"));
}

TEST_F(StatementSupportTest, DaysBeginInTheTimeZoneOfTheService) {
  const auto made = StatementSupport::Make(settings_, nullptr);
  ASSERT_TRUE(made);
  constexpr std::int64_t kHourMs = 3'600'000;
  const base::Date winter = *base::Date::Parse("2026-01-15");
  const base::Date summer = *base::Date::Parse("2026-07-15");
  EXPECT_EQ((*made)->statistics()->day_start(winter), (winter.days() * 24LL - 1) * kHourMs);
  EXPECT_EQ((*made)->statistics()->day_start(summer), (summer.days() * 24LL - 2) * kHourMs);
}

TEST_F(StatementSupportTest, NeedsNoUsersIfEveryClientIsShownEverything) {
  settings_.users = WriteOpenly("users");
  EXPECT_NE(Find().users.find("users"), std::string::npos);
  settings_.statements_access = kReducedAccess;
  EXPECT_NE(Find().users, "");
  settings_.statements_access = kOpenAccess;
  EXPECT_EQ(Find().users, "");
}

TEST_F(StatementSupportTest, GoesOnWithoutASecretThatOthersMayRead) {
  settings_.usage_secret = WriteOpenly("secret");
  const Problems problems = Find();
  EXPECT_NE(problems.secret.find("secret"), std::string::npos);
  EXPECT_EQ(problems.usage + problems.users, "");
}

TEST_F(StatementSupportTest, GoesOnWithoutAFileOfCountsThatIsSomethingElse) {
  settings_.usage = WriteOpenly("usage");
  const Problems problems = Find();
  EXPECT_NE(problems.usage.find("usage"), std::string::npos);
  EXPECT_EQ(problems.secret + problems.users, "");
}

TEST_F(StatementSupportTest, ContinuesIfFilesCannotBeMade) {
  settings_.usage = "/dev/null/usage";
  settings_.usage_secret = "/dev/null/secret";
  const Problems problems = Find();
  EXPECT_NE(problems.usage, "");
  EXPECT_NE(problems.secret, "");
}

}  // namespace
}  // namespace orgreg::app
