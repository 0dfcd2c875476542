// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/parts_elsewhere.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Flags = std::map<std::string_view, std::string>;

// A variable for as long as a test runs.
class Variable {
 public:
  Variable(std::string name, const char* value) : name_(std::move(name)) {
    setenv(name_.c_str(), value, 1);
  }
  ~Variable() { unsetenv(name_.c_str()); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  std::string name_;
};

std::vector<std::string> FaultsOf(const Flags& flags, const PartsUse& use = {}) {
  SettingInput input;
  input.flags.resize(SettingRows().size());
  for (const auto& [name, value] : flags) input.flags[RowIndex(name)] = value;
  SettingsRead read = ReadSettings(input);
  EXPECT_THAT(read.faults, IsEmpty());
  FindPartsElsewhere(use, &read);
  return read.faults;
}

TEST(FindPartsElsewhere, FindsAPartOfTheEnvironmentIfAFlagNamesTheFolder) {
  const Variable users("ORGREG_USERS", "/etc/orgreg/users");
  EXPECT_THAT(
      FaultsOf({{"data", "/srv/trial"}}),
      ElementsAre("ORGREG_USERS: users: /etc/orgreg/users is outside /srv/trial, the folder "
                  "of --data; ORGREG_USERS= means the one in the folder, and to mean this "
                  "path, name both in the same way"));
  EXPECT_THAT(FaultsOf({}), IsEmpty());
  EXPECT_THAT(FaultsOf({{"data", "/srv/trial"}, {"users", ""}}), IsEmpty());
  EXPECT_THAT(FaultsOf({{"data", "/srv/trial"}, {"users", "/etc/orgreg/users"}}), IsEmpty());
  EXPECT_THAT(FaultsOf({{"data", "/etc/orgreg"}}), IsEmpty());
  EXPECT_THAT(FaultsOf({{"data", "/etc/org"}}), ElementsAre(HasSubstr("outside /etc/org,")));
  const Variable data("ORGREG_DATA", "/srv/trial");
  EXPECT_THAT(FaultsOf({}), IsEmpty());
}

TEST(FindPartsElsewhere, FindsEachPartAndSecretsIfTheyAreCopied) {
  const Variable usage("ORGREG_USAGE", "/srv/counts");
  const Variable log("ORGREG_AUDIT_LOG", "/srv/trial/../log");
  const Variable keys("ORGREG_NUMBER_KEYS", "/srv/keys");
  const Flags flags = {{"data", "/srv/trial"}};
  EXPECT_THAT(FaultsOf(flags), ElementsAre(HasSubstr("usage: "), HasSubstr("audit_log: ")));
  EXPECT_THAT(
      FaultsOf(flags, {.secrets = true}),
      ElementsAre(HasSubstr("usage: "), HasSubstr("audit_log: "), HasSubstr("number_keys: ")));
}

TEST(FindPartsElsewhere, AsksForTheLogBeforeOnlyIfItIsUsed) {
  const Variable before("ORGREG_AUDIT_LOG_BEFORE", "/srv/log/audit.1");
  const Flags flags = {{"data", "/srv/trial"}};
  EXPECT_THAT(FaultsOf(flags), IsEmpty());
  EXPECT_THAT(FaultsOf(flags, {.audit_log_before = true}),
              ElementsAre(HasSubstr("ORGREG_AUDIT_LOG_BEFORE= means no earlier file")));
}

TEST(FindPartsElsewhere, TakesAPartThatWasMadeForTheSameFolder) {
  const Variable log("ORGREG_AUDIT_LOG", "/srv/log/audit");
  const Variable data("ORGREG_DATA", "/srv/register");
  EXPECT_THAT(FaultsOf({{"data", "/srv/./register/"}}), IsEmpty());
  EXPECT_THAT(FaultsOf({{"data", "/srv/trial"}}), ElementsAre(HasSubstr("audit_log: ")));
}

TEST(FindPartsElsewhere, TakesAMissingFolderWithAFinalSlash) {
  const Variable users("ORGREG_USERS", "/srv/missing/users");
  EXPECT_THAT(FaultsOf({{"data", "/srv/missing/"}}), IsEmpty());
}

}  // namespace
}  // namespace orgreg::app
