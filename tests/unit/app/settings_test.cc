#include "app/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace orgreg::app {
namespace {

// What reading a file with this text gives: empty, or the message without the path.
std::string Read(const std::string& text, Settings* settings) {
  const std::string path = ::testing::TempDir() + "settings_test.toml";
  std::ofstream(path) << text;
  const base::Status status = ReadFile(path, settings);
  std::filesystem::remove(path);
  return status ? "" : status.error().message.substr(path.size());
}

TEST(ReadFile, TakesEveryKindOfValue) {
  Settings settings;
  EXPECT_EQ(Read("port = 9090\npublic_url = \"https://r.example\"\nallowed_hosts = [\"a.example\", "
                 "\"b.example\"]\n",
                 &settings),
            "");
  EXPECT_EQ(settings.port, 9090U);
  EXPECT_EQ(settings.public_url, "https://r.example");
  EXPECT_EQ(settings.allowed_hosts, (std::vector<std::string>{"a.example", "b.example"}));
}

TEST(ReadFile, NamesFileAndLineOfWhatIsWrong) {
  Settings settings;
  EXPECT_EQ(Read("port = 1\nprot = 2\n", &settings), ":2: unknown setting \"prot\"");
  EXPECT_EQ(Read("\nport = 70000\n", &settings),
            ":2: port: \"70000\" is not a whole number from 0 to 65535");
  EXPECT_EQ(Read("port = \"x\"\n", &settings),
            ":1: port: \"x\" is not a whole number from 0 to 65535");
  EXPECT_EQ(Read("port = 1.5\n", &settings),
            ":1: port is neither text, whole number nor list of texts");
  EXPECT_EQ(Read("[http]\nport = 1\n", &settings), ":1: unknown setting \"http\"");
  EXPECT_TRUE(Read("port = \n", &settings).starts_with(":1"));
}

TEST(ReadEnvironment, TakesVariablesAndRefusesUnknownOnes) {
  Settings settings;
  setenv("ORGREG_PORT", "7070", 1);
  EXPECT_TRUE(ReadEnvironment(&settings));
  EXPECT_EQ(settings.port, 7070U);
  setenv("ORGREG_PROT", "1", 1);
  EXPECT_FALSE(ReadEnvironment(&settings));
  unsetenv("ORGREG_PROT");
  unsetenv("ORGREG_PORT");
}

TEST(SettingRows, AreWrittenAsTheyAreRead) {
  for (const SettingRow& row : SettingRows()) {
    Settings settings;
    const std::string text = ValueText(row, settings);
    EXPECT_TRUE(Assign(row, text, &settings)) << row.name;
    EXPECT_EQ(ValueText(row, settings), text) << row.name;
  }
}

}  // namespace
}  // namespace orgreg::app
