// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orgreg::app {
namespace {

const SettingRow& Row(std::string_view name) {
  return *std::ranges::find(SettingRows(), name, &SettingRow::name);
}

TEST(Assign, RejectsValuesThatWouldBreakLinks) {
  Settings settings;
  for (const char* url : {"https://r.example", "http://localhost:8080", "https://r.example/base",
                          "https://[::1]:443", "https://r.example:65535/base", ""}) {
    EXPECT_TRUE(Assign(Row("public_url"), url, &settings)) << url;
  }
  for (const char* url :
       {"https://r.example/", "javascript:\"", "r.example", "https://", "https://r.example/\"",
        "ftp://r", "https://r.example:0", "https://r.example:65536",
        "https://r.example:", "https://:443", "https://[::1", "https://::1", "https://[r.example]",
        "https:///base", "https://a@r.example"}) {
    EXPECT_FALSE(Assign(Row("public_url"), url, &settings)) << url;
  }
}

TEST(Assign, RejectsValuesThatAreNoIris) {
  Settings settings;
  for (const char* iri : {"https://p.example/register?a=b#c", "http://p.example", ""}) {
    EXPECT_TRUE(Assign(Row("publisher_url"), iri, &settings)) << iri;
    EXPECT_TRUE(Assign(Row("licence"), iri, &settings)) << iri;
    EXPECT_TRUE(Assign(Row("contact"), iri, &settings)) << iri;
  }
  EXPECT_TRUE(Assign(Row("contact"), "mailto:data@p.example", &settings));
  for (const char* iri : {"mailto:data@p.example", "p.example", "https://", "https://p.example/a b",
                          "https://p.example/<", "https://p.example/\"", "https://p.example/\n"}) {
    EXPECT_FALSE(Assign(Row("publisher_url"), iri, &settings)) << iri;
    EXPECT_FALSE(Assign(Row("licence"), iri, &settings)) << iri;
  }
  EXPECT_FALSE(Assign(Row("contact"), "mailto:", &settings));
  EXPECT_FALSE(Assign(Row("contact"), "data@p.example", &settings));
}

TEST(Assign, TakesSpacesInLists) {
  Settings settings;
  EXPECT_TRUE(Assign(Row("allowed_hosts"), "a.example, b.example", &settings));
  EXPECT_EQ(settings.allowed_hosts, (std::vector<std::string>{"a.example", "b.example"}));
  EXPECT_FALSE(Assign(Row("allowed_hosts"), "a.example,,b", &settings));
  EXPECT_FALSE(Assign(Row("allowed_hosts"), "a.example:80", &settings));
}

TEST(Assign, TakesAddressesAndNothingElse) {
  Settings settings;
  for (const char* address : {"127.0.0.1", "0.0.0.0", "::", "::1"}) {
    EXPECT_TRUE(Assign(Row("listen"), address, &settings)) << address;
  }
  for (const char* address : {"", "localhost", "127.0.0.1:80", "[::1]", "256.0.0.1", "127.1"}) {
    EXPECT_FALSE(Assign(Row("listen"), address, &settings)) << address;
  }
  for (const char* proxy : {"10.0.0.1", "10.0.0.0/8, fd00::/8", "::1", ""}) {
    EXPECT_TRUE(Assign(Row("trusted_proxies"), proxy, &settings)) << proxy;
  }
  for (const char* proxy : {"proxy.example", "10.0.0.0/33", "10.0.0.1,,10.0.0.2", "10.0.0.1:80"}) {
    EXPECT_FALSE(Assign(Row("trusted_proxies"), proxy, &settings)) << proxy;
  }
}

TEST(Assign, TakesOneOfTwoFamiliesOfForwarding) {
  Settings settings;
  EXPECT_EQ(settings.forwarded_by, "x-forwarded");
  for (const char* family : {"forwarded", "x-forwarded"}) {
    EXPECT_TRUE(Assign(Row("forwarded_by"), family, &settings)) << family;
    EXPECT_EQ(settings.forwarded_by, family);
  }
  for (const char* family : {"", "both", "Forwarded", "x-forwarded,forwarded"}) {
    EXPECT_FALSE(Assign(Row("forwarded_by"), family, &settings)) << family;
  }
}

TEST(Assign, RejectsValuesThatNoSettingsFileCanHold) {
  Settings settings;
  EXPECT_FALSE(Assign(Row("store"), "register\xff.db", &settings));
  EXPECT_FALSE(Assign(Row("store"), std::string_view("a\0b", 3), &settings));
  EXPECT_FALSE(AssignItems(Row("role_scopes"), {"a", "\xff"}, &settings));
}

TEST(Assign, TakesSwitchesAsTrueAndFalse) {
  Settings settings;
  EXPECT_FALSE(settings.accept_clock);
  EXPECT_TRUE(Assign(Row("accept_clock"), "true", &settings));
  EXPECT_TRUE(settings.accept_clock);
  for (const char* text : {"", "yes", "1", "TRUE", " true", "true,false", "no"}) {
    const base::Status status = Assign(Row("accept_clock"), text, &settings);
    ASSERT_FALSE(status) << text;
    EXPECT_NE(status.error().message.find("is neither true nor false"), std::string::npos);
  }
  EXPECT_TRUE(settings.accept_clock);
  EXPECT_TRUE(Assign(Row("accept_clock"), "false", &settings));
  EXPECT_FALSE(settings.accept_clock);
}

TEST(AssignItems, LeavesCommasInItems) {
  Settings settings;
  EXPECT_TRUE(AssignItems(Row("role_scopes"), {"a,b", "c"}, &settings));
  EXPECT_EQ(settings.role_scopes, (std::vector<std::string>{"a,b", "c"}));
  EXPECT_FALSE(AssignItems(Row("allowed_hosts"), {"a.example,b.example"}, &settings));
  EXPECT_FALSE(AssignItems(Row("allowed_hosts"), {""}, &settings));
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

TEST(ParseListenPlace, RejectsOtherTexts) {
  for (const char* text :
       {"", "unix:", "8090", ":8090", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:80x", "127.0.0.1: 80", "::1:8090", "[]:80", "localhost:80", "[127.0.0.1]:80",
        "[::1]x:80", "*:80"}) {
    EXPECT_FALSE(ParseListenPlace(text)) << text;
  }
}

TEST(ParseListenPlace, RefusesPathsThatNoSocketCanHave) {
  EXPECT_TRUE(ParseListenPlace("unix:" + std::string(107, 'a')));
  EXPECT_FALSE(ParseListenPlace("unix:" + std::string(108, 'a')));
}

TEST(PlaceOf, IsTheFolderOrTheStoreOfBefore) {
  Settings settings;
  EXPECT_EQ(PlaceOf(settings).PathOf(PlacePart::kStore), "var/register/store.db");
  settings.store = "/var/lib/orgreg/register.db";
  EXPECT_EQ(PlaceOf(settings).PathOf(PlacePart::kStore), settings.store);
}

TEST(DownloadFolder, IsInThePlaceUnlessItIsSet) {
  Settings settings;
  settings.data = "/var/lib/orgreg";
  EXPECT_EQ(DownloadFolder(settings), "/var/lib/orgreg/files");
  settings.downloads = "/srv/files";
  EXPECT_EQ(DownloadFolder(settings), "/srv/files");
}

TEST(UsagePath, IsInThePlaceUnlessItIsSet) {
  Settings settings;
  settings.data = "/var/lib/orgreg";
  EXPECT_EQ(UsersPath(settings), "/var/lib/orgreg/users");
  EXPECT_EQ(UsagePath(settings), "/var/lib/orgreg/usage.db");
  EXPECT_EQ(UsageSecretPath(settings), "/var/lib/orgreg/secrets/usage-secret");
  EXPECT_EQ(AuditLogPath(settings), "/var/lib/orgreg/audit/log");
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
