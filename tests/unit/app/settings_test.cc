#include "app/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_EQ(Read("port = \"x\"\n", &settings), ":1: port is not a whole number");
  EXPECT_EQ(Read("listen = 5\n", &settings), ":1: listen is not a text");
  EXPECT_EQ(Read("allowed_hosts = \"a\"\n", &settings), ":1: allowed_hosts is not a list of texts");
  EXPECT_EQ(Read("log_level = \"loud\"\n", &settings),
            ":1: log_level: \"loud\" is not one of trace, debug, info, warn, error, off");
  EXPECT_EQ(Read("port = 1.5\n", &settings), ":1: port is not a whole number");
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

const SettingRow& Row(std::string_view name) {
  return *std::ranges::find(SettingRows(), name, &SettingRow::name);
}

TEST(Assign, RefusesWhatWouldBreakLinks) {
  Settings settings;
  for (const char* url :
       {"https://r.example", "http://localhost:8080", "https://r.example/base", ""}) {
    EXPECT_TRUE(Assign(Row("public_url"), url, &settings)) << url;
  }
  for (const char* url : {"https://r.example/", "javascript:\"", "r.example", "https://",
                          "https://r.example/\"", "ftp://r"}) {
    EXPECT_FALSE(Assign(Row("public_url"), url, &settings)) << url;
  }
}

TEST(Assign, TakesSpacesInLists) {
  Settings settings;
  EXPECT_TRUE(Assign(Row("allowed_hosts"), "a.example, b.example", &settings));
  EXPECT_EQ(settings.allowed_hosts, (std::vector<std::string>{"a.example", "b.example"}));
  EXPECT_FALSE(Assign(Row("allowed_hosts"), "a.example,,b", &settings));
  EXPECT_FALSE(Assign(Row("allowed_hosts"), "a.example:80", &settings));
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
