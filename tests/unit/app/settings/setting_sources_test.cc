// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/setting_sources.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace orgreg::app {
namespace {

using Texts = std::vector<std::string>;

// A file of settings, and variables, for as long as a test runs.
class SettingSources : public ::testing::Test {
 protected:
  ~SettingSources() override {
    std::filesystem::remove(path_);
    for (const std::string& name : variables_) unsetenv(name.c_str());
  }

  SettingsRead Read(const std::string& text,
                    const std::map<std::string_view, std::string>& flags = {}) {
    std::ofstream(path_) << text;
    SettingInput input{.file = path_};
    input.flags.resize(SettingRows().size());
    for (const auto& [name, value] : flags) input.flags[RowIndex(name)] = value;
    return ReadSettings(input);
  }
  // The faults of the text, without the path.
  Texts FaultsOf(const std::string& text) {
    Texts faults = Read(text).faults;
    for (std::string& fault : faults) fault = fault.substr(path_.size());
    return faults;
  }
  void Set(const std::string& name, const char* value) {
    setenv(name.c_str(), value, 1);
    variables_.push_back(name);
  }
  std::string OriginOf(const SettingsRead& read, std::string_view name) const {
    std::string origin = read.origins[RowIndex(name)];
    if (origin.starts_with(path_)) origin.erase(0, path_.size());
    return origin;
  }

  const std::string path_ = ::testing::TempDir() + "setting_sources_test.toml";
  Texts variables_;
};

TEST_F(SettingSources, TakeEveryKindOfValue) {
  const SettingsRead read = Read(
      "port = 9090\npublic_url = \"https://r.example\"\nallowed_hosts = [\"a.example\", "
      "\"b.example\"]\nrole_scopes = [\"one,two\", \"three\"]\n");
  EXPECT_EQ(read.faults, Texts());
  EXPECT_EQ(read.settings.port, 9090U);
  EXPECT_EQ(read.settings.public_url, "https://r.example");
  EXPECT_EQ(read.settings.allowed_hosts, (Texts{"a.example", "b.example"}));
  EXPECT_EQ(read.settings.role_scopes, (Texts{"one,two", "three"}));
}

TEST_F(SettingSources, NameFileAndLineOfAFault) {
  EXPECT_EQ(FaultsOf("port = 1\nprot = 2\n"), Texts{":2: unknown setting \"prot\""});
  EXPECT_EQ(FaultsOf("\nport = 70000\n"),
            Texts{":2: port: \"70000\" is not a whole number from 0 to 65535"});
  EXPECT_EQ(FaultsOf("port = \"x\"\n"), Texts{":1: port is not a whole number"});
  EXPECT_EQ(FaultsOf("port = 1.5\n"), Texts{":1: port is not a whole number"});
  EXPECT_EQ(FaultsOf("port = true\n"), Texts{":1: port is not a whole number"});
  EXPECT_EQ(FaultsOf("listen = 5\n"), Texts{":1: listen is not a text"});
  EXPECT_EQ(FaultsOf("accept_clock = \"true\"\n"), Texts{":1: accept_clock is not true or false"});
  EXPECT_EQ(FaultsOf("accept_clock = 1\n"), Texts{":1: accept_clock is not true or false"});
  EXPECT_EQ(FaultsOf("accept_clock = true\n"), Texts());
  EXPECT_EQ(FaultsOf("allowed_hosts = \"a\"\n"), Texts{":1: allowed_hosts is not a list of texts"});
  EXPECT_EQ(FaultsOf("allowed_hosts = [1]\n"), Texts{":1: allowed_hosts is not a list of texts"});
  EXPECT_EQ(FaultsOf("log_level = \"loud\"\n"),
            Texts{":1: log_level: \"loud\" is not one of trace, debug, info, warn, error, off"});
  EXPECT_EQ(FaultsOf("[http]\nport = 1\n"), Texts{":1: unknown setting \"http\""});
  const Texts broken = FaultsOf("listen = \"::\"\nport = \n");
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_TRUE(broken.front().starts_with(":2: ")) << broken.front();
}

TEST_F(SettingSources, NameAllThatIsWrongInOrderOfLine) {
  Set("ORGREG_THREADS", "many");
  const SettingsRead read =
      Read("time_zone = \"Mars\"\nport = 99999\nzzz = 1\nallowed_hosts = [\"a b\"]\n",
           {{"listen", "localhost"}});
  EXPECT_EQ(read.faults,
            (Texts{path_ + ":1: time_zone: \"Mars\" is not the name of a time zone",
                   path_ + ":2: port: \"99999\" is not a whole number from 0 to 65535",
                   path_ + ":3: unknown setting \"zzz\"",
                   path_ + ":4: allowed_hosts: \"a b\" is not a host name without port",
                   "ORGREG_THREADS: threads: \"many\" is not a whole number from 0 to 256",
                   "--listen: listen: \"localhost\" is not an IP address"}));
  EXPECT_EQ(read.settings.port, Settings().port);
  EXPECT_TRUE(read.is_faulty[RowIndex("port")]);
  EXPECT_FALSE(read.is_faulty[RowIndex("data")]);
}

TEST_F(SettingSources, SayThatAFileCannotBeRead) {
  const SettingsRead read = ReadSettings({.file = path_ + ".missing"});
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_TRUE(read.faults.front().starts_with(path_ + ".missing: ")) << read.faults.front();
  EXPECT_EQ(ReadSettings({.file = ::testing::TempDir()}).faults.size(), 1U);
}

TEST_F(SettingSources, OverruleEachOther) {
  Set("ORGREG_PORT", "2");
  Set("ORGREG_THREADS", "2");
  const SettingsRead read = Read("data = \"a\"\nport = 1\nthreads = 1\n", {{"threads", "3"}});
  EXPECT_EQ(read.faults, Texts());
  EXPECT_EQ(read.settings.data, "a");
  EXPECT_EQ(read.settings.port, 2U);
  EXPECT_EQ(read.settings.threads, 3U);
  EXPECT_EQ(OriginOf(read, "data"), ":1");
  EXPECT_EQ(OriginOf(read, "port"), "ORGREG_PORT");
  EXPECT_EQ(OriginOf(read, "threads"), "--threads");
  EXPECT_EQ(OriginOf(read, "listen"), "");
}

TEST_F(SettingSources, NameOnePlaceForTheRegister) {
  const SettingsRead neither = ReadSettings({});
  EXPECT_EQ(neither.settings.data, "var/register");
  EXPECT_EQ(neither.warnings, Texts());
  const SettingsRead before = Read("store = \"register.db\"\n");
  EXPECT_EQ(before.faults, Texts());
  EXPECT_EQ(before.settings.data, "");
  ASSERT_EQ(before.warnings.size(), 1U);
  EXPECT_NE(before.warnings[0].find("orgreg adopt register.db --data"), std::string::npos);
  const SettingsRead shown = Read(ToToml(before));
  EXPECT_EQ(shown.faults, Texts());
  EXPECT_EQ(shown.settings.store, "register.db");
  EXPECT_EQ(Read("store = \"register.db\"\ndata = \"register\"\n").faults.size(), 1U);
  EXPECT_EQ(Read("store = \"register.db\"\n", {{"data", "register"}}).faults.size(), 1U);
  EXPECT_EQ(Read("data = \"\"\n").faults, Texts{path_ + ":1: data: is empty"});
}

TEST_F(SettingSources, WarnOfVariablesThatOthersSet) {
  Set("ORGREG_PROT", "1");
  Set("ORGREG_PORT", "tcp://10.0.0.1:8080");
  Set("ORGREG_PORT_8080_TCP_ADDR", "10.0.0.1");
  const SettingsRead read = ReadSettings({});
  EXPECT_EQ(read.faults, Texts());
  ASSERT_EQ(read.warnings.size(), 3U);
  EXPECT_TRUE(read.warnings[0].starts_with("ORGREG_PORT: ")) << read.warnings[0];
  EXPECT_TRUE(read.warnings[1].starts_with("ORGREG_PORT_8080_TCP_ADDR: ")) << read.warnings[1];
  EXPECT_TRUE(read.warnings[2].starts_with("ORGREG_PROT: ")) << read.warnings[2];
  EXPECT_EQ(read.settings.port, Settings().port);
}

TEST_F(SettingSources, RefuseAWrongVariable) {
  Set("ORGREG_PORT", "http://10.0.0.1");
  EXPECT_EQ(ReadSettings({}).faults.size(), 1U);
}

TEST_F(SettingSources, AreShownAsAFileThatGivesTheSame) {
  Set("ORGREG_ALLOWED_HOSTS", "a.example,b.example");
  const SettingsRead read =
      Read("data = \"\\\"\\\\ \\u0001\\u007F\\n æ #\"\nport = 7\naccept_clock = true\n",
           {{"role_scopes", ""}, {"v1_sunset", "\ta = \"b\" # c"}});
  ASSERT_EQ(read.faults, Texts());
  const std::string shown = ToToml(read);
  EXPECT_NE(shown.find("\nport = 7  # " + path_ + ":2\n"), std::string::npos) << shown;
  EXPECT_NE(
      shown.find("\nallowed_hosts = [\"a.example\", \"b.example\"]  # ORGREG_ALLOWED_HOSTS\n"),
      std::string::npos);
  EXPECT_NE(shown.find("\naccept_clock = true  # "), std::string::npos) << shown;
  EXPECT_NE(shown.find("\nrole_scopes = []  # --role-scopes\n"), std::string::npos);
  EXPECT_NE(shown.find("\nlisten = \"127.0.0.1\"  # default\n"), std::string::npos);
  unsetenv("ORGREG_ALLOWED_HOSTS");
  const SettingsRead again = Read(shown);
  EXPECT_EQ(again.faults, Texts());
  for (const SettingRow& row : SettingRows()) {
    EXPECT_EQ(ValueText(row, again.settings), ValueText(row, read.settings)) << row.name;
  }
}

TEST_F(SettingSources, KeepNamesOfFilesFromEndingAComment) {
  SettingsRead read = Read("port = 7\n");
  read.origins[RowIndex("port")] = "a\nlisten = 1:1";
  EXPECT_EQ(FaultsOf(ToToml(read)), Texts());
  read.origins[RowIndex("port")] = "a\xff:1";
  EXPECT_EQ(FaultsOf(ToToml(read)), Texts());
}

}  // namespace
}  // namespace orgreg::app
