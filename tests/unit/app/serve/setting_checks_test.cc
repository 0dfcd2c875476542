// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/setting_checks.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace orgreg::app {
namespace {

using Texts = std::vector<std::string>;

// A folder with files that settings name.
class CheckSettingsTest : public ::testing::Test {
 protected:
  CheckSettingsTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~CheckSettingsTest() override { std::filesystem::remove_all(folder_); }

  std::string Make(const std::string& name, const std::string& text, mode_t mode = 0600) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
    return path;
  }

  // The problems of these settings; all others have their defaults, in a separate folder.
  SettingsRead Check(std::map<std::string_view, std::string> values) {
    values.emplace("data", folder_ + "/register");
    values.emplace("port", "0");
    SettingInput input;
    input.flags.resize(SettingRows().size());
    for (const auto& [name, value] : values) input.flags[RowIndex(name)] = value;
    SettingsRead read = ReadSettings(input);
    CheckSettings(&read);
    return read;
  }
  Texts FaultsOf(const std::map<std::string_view, std::string>& values) {
    return Check(values).faults;
  }

  const std::string folder_ = ::testing::TempDir() + "check_settings";
};

TEST_F(CheckSettingsTest, FindsNothingWrongWithTheDefaults) {
  const SettingsRead read = Check({});
  EXPECT_EQ(read.faults, Texts());
  EXPECT_EQ(read.warnings, Texts());
  EXPECT_TRUE(std::filesystem::is_empty(folder_)) << "a check makes no files";
}

TEST_F(CheckSettingsTest, NamesAllThatIsWrongAtOnce) {
  const Texts faults = FaultsOf({{"token_keys", "http://keys.example/jwks"},
                                 {"ingest", "127.0.0.1:0"},
                                 {"time_zone", "Mars"}});
  ASSERT_EQ(faults.size(), 5U);
  EXPECT_EQ(faults[0], "--time-zone: time_zone: \"Mars\" is not the name of a time zone");
  EXPECT_EQ(faults[1], "--token-keys: token_keys need a token_issuer");
  EXPECT_EQ(faults[2], "--token-keys: token_keys need a token_audience or a public_url");
  EXPECT_TRUE(faults[3].starts_with("--token-keys: token_keys: http://keys.example")) << faults[3];
  EXPECT_EQ(faults[4], "--ingest: ingest: an address needs an ingest_token_file");
}

TEST_F(CheckSettingsTest, LeavesOutConsequencesOfAFault) {
  const Texts faults = FaultsOf({{"token_keys", "https://keys.example/jwks"},
                                 {"token_issuer", "https://issuer.example/"},
                                 {"public_url", "register.example"}});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_TRUE(faults.front().starts_with("--public-url: ")) << faults.front();
}

// The public register is served without any of them.
TEST_F(CheckSettingsTest, WarnsOfFilesThatCannotBeUsed) {
  const std::string junk = Make("junk", "junk\n");
  const std::string open = Make("open", "demo:x\n", 0644);
  const std::string missing = folder_ + "/missing";
  for (const auto& [name, path] :
       std::vector<std::pair<std::string_view, std::string>>{{"number_keys", junk},
                                                             {"number_keys", missing},
                                                             {"users", junk},
                                                             {"users", open},
                                                             {"usage_secret", junk},
                                                             {"usage_secret", open}}) {
    const SettingsRead read = Check({{name, path}});
    EXPECT_EQ(read.faults, Texts()) << name;
    ASSERT_EQ(read.warnings.size(), 1U) << name;
    EXPECT_NE(read.warnings[0].find(path), std::string::npos) << read.warnings[0];
    EXPECT_TRUE(read.warnings[0].starts_with("--")) << read.warnings[0];
  }
  EXPECT_EQ(Check({{"users", open}, {"statements_access", "open"}}).warnings, Texts());
  EXPECT_EQ(Check({{"users", missing}}).warnings, Texts());
  EXPECT_EQ(Check({{"usage_secret", missing}}).warnings, Texts());
  EXPECT_EQ(Check({{"ingest", "127.0.0.1:0"}, {"ingest_token_file", junk}}).warnings.size(), 1U);
  EXPECT_EQ(FaultsOf({{"ingest", "127.0.0.1:0"}, {"ingest_token_file", junk}}), Texts());
  const std::string token = Make("token", "0123456789abcdef\n");
  EXPECT_EQ(FaultsOf({{"ingest", "127.0.0.1:0"}, {"ingest_token_file", token}}), Texts());
  EXPECT_EQ(FaultsOf({{"ingest", "unix:" + folder_ + "/socket"}}), Texts());
}

TEST_F(CheckSettingsTest, WarnsOfTokenKeysThatMayStillCome) {
  const std::map<std::string_view, std::string> other = {{"token_issuer", "https://i.example/"},
                                                         {"token_audience", "any"}};
  const auto with = [&other](const std::string& keys) {
    auto values = other;
    values["token_keys"] = keys;
    return values;
  };
  const SettingsRead missing = Check(with(folder_ + "/missing.jwks"));
  EXPECT_EQ(missing.faults, Texts());
  EXPECT_EQ(missing.warnings.size(), 1U);
  const SettingsRead junk = Check(with(Make("junk.jwks", "-----BEGIN PRIVATE KEY-----\n")));
  EXPECT_EQ(junk.faults, Texts());
  EXPECT_EQ(junk.warnings.size(), 1U);
  const SettingsRead empty = Check(with(Make("empty.jwks", "{\"keys\":[]}")));
  EXPECT_EQ(empty.faults, Texts());
  EXPECT_EQ(empty.warnings, Texts());
}

TEST_F(CheckSettingsTest, WarnsOfAPortThatIsTaken) {
  const int other = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(bind(other, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(other, 1), 0);
  ASSERT_EQ(getsockname(other, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string port = std::to_string(ntohs(address.sin_port));
  const SettingsRead read = Check({{"port", port}, {"metrics", "127.0.0.1:" + port}});
  close(other);
  EXPECT_EQ(read.faults, Texts());
  EXPECT_EQ(read.warnings.size(), 2U);
}

// Limits the number of open files of the process, for as long as a test runs.
class Descriptors {
 public:
  explicit Descriptors(rlim_t most) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit tight = {.rlim_cur = most, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &tight);
  }
  ~Descriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  rlim_t hard() const { return before_.rlim_max; }

 private:
  rlimit before_ = {};
};

TEST_F(CheckSettingsTest, RaisesTheLimitOfOpenFiles) {
  const Descriptors few(64);
  EXPECT_EQ(Check({}).faults, Texts());
  rlimit now = {};
  getrlimit(RLIMIT_NOFILE, &now);
  EXPECT_EQ(now.rlim_cur, few.hard());
}

}  // namespace
}  // namespace orgreg::app
