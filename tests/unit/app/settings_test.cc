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

TEST(Assign, TakesTimesOfDayAndZones) {
  Settings settings;
  for (const char* time : {"00:00", "05:00", "23:59"}) {
    EXPECT_TRUE(Assign(Row("downloads_at"), time, &settings)) << time;
    EXPECT_EQ(settings.downloads_at, time);
  }
  for (const char* time : {"", "5:00", "24:00", "05:60", "05.00", "05:00:00", "0500", "05:0x",
                           "-1:00", " 05:00", "05:00 "}) {
    const base::Status status = Assign(Row("downloads_at"), time, &settings);
    ASSERT_FALSE(status) << time;
    EXPECT_NE(status.error().message.find("downloads_at"), std::string::npos);
  }
  EXPECT_EQ(settings.downloads_at, "23:59");
  for (const char* zone : {"Europe/Oslo", "UTC", "America/St_Johns"}) {
    EXPECT_TRUE(Assign(Row("time_zone"), zone, &settings)) << zone;
  }
  for (const char* zone : {"", "Oslo", "Europe/Olso", "Europe", "05:00"}) {
    EXPECT_FALSE(Assign(Row("time_zone"), zone, &settings)) << zone;
  }
}

TEST(ParseListenPlace, TakesSocketFilesAndAddresses) {
  const auto file = ParseListenPlace("unix:/run/orgreg/ingest.sock");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->unix_socket, "/run/orgreg/ingest.sock");
  EXPECT_EQ(file->address, "");
  const auto colon = ParseListenPlace("unix:a:1");  // A name may have colons.
  ASSERT_TRUE(colon);
  EXPECT_EQ(colon->unix_socket, "a:1");
  const auto address = ParseListenPlace("127.0.0.1:8090");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->address, "127.0.0.1");
  EXPECT_EQ(address->port, 8090);
  EXPECT_EQ(address->unix_socket, "");
  const auto six = ParseListenPlace("[::1]:0");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->address, "::1");
  EXPECT_EQ(six->port, 0);
}

TEST(ParseListenPlace, RefusesWhatIsNeither) {
  for (const char* text :
       {"", "unix:", "8090", ":8090", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:80x", "127.0.0.1: 80", "::1:8090", "[]:80"}) {
    EXPECT_FALSE(ParseListenPlace(text)) << text;
  }
}

TEST(DownloadFolder, StandsBesideTheStoreUnlessItIsSet) {
  Settings settings;
  settings.store = "/var/lib/orgreg/register.db";
  EXPECT_EQ(DownloadFolder(settings), "/var/lib/orgreg/register.db.downloads");
  settings.downloads = "/srv/files";
  EXPECT_EQ(DownloadFolder(settings), "/srv/files");
}

TEST(UsagePath, StandsBesideTheStoreUnlessItIsSet) {
  Settings settings;
  settings.store = "/var/lib/orgreg/register.db";
  EXPECT_EQ(UsersPath(settings), "/var/lib/orgreg/register.db.users");
  EXPECT_EQ(UsagePath(settings), "/var/lib/orgreg/register.db.usage");
  EXPECT_EQ(UsageSecretPath(settings), "/var/lib/orgreg/register.db.usage-secret");
  settings.users = "/a";
  settings.usage = "/b";
  settings.usage_secret = "/c";
  EXPECT_EQ(UsersPath(settings) + UsagePath(settings) + UsageSecretPath(settings), "/a/b/c");
}

TEST(Assign, TakesOneOfThreeWaysToStatements) {
  Settings settings;
  EXPECT_EQ(settings.statements_access, "basic");
  for (const char* way : {"reduced", "open", "basic"}) {
    EXPECT_TRUE(Assign(Row("statements_access"), way, &settings)) << way;
    EXPECT_EQ(settings.statements_access, way);
  }
  for (const char* way : {"", "Open", "none", "open,basic", " open"}) {
    EXPECT_FALSE(Assign(Row("statements_access"), way, &settings)) << way;
  }
}

}  // namespace
}  // namespace orgreg::app
