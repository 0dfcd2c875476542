// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

// What errno is after an attempt in the sandbox; 0 if it succeeds. The attempt is made by a child,
// since nothing leaves a sandbox.
int FailureInside(const SandboxPaths& paths, const std::function<bool()>& attempt) {
  constexpr int kNoSandbox = 255;
  const pid_t child = fork();
  if (child == 0) {
    const SandboxState state = EnterSandbox(paths);
    if (!state.limits_calls || !state.limits_files) _exit(kNoSandbox);
    errno = 0;
    _exit(attempt() ? 0 : errno);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : kNoSandbox;
}

class Sandbox : public testing::Test {
 protected:
  Sandbox() {
    for (const char* folder : {"read", "written", "outside"}) {
      fs::create_directories(base_ / folder);
      std::ofstream(base_ / folder / "file") << "text";
    }
    paths_ = {.read = {(base_ / "read").string(), "/usr", "/lib", "/lib64"},
              .write = {(base_ / "written").string()}};
  }
  ~Sandbox() override { fs::remove_all(base_); }

  int Open(const char* path, int flags) const {
    const std::string whole = (base_ / path).string();
    return FailureInside(paths_, [&] { return open(whole.c_str(), flags, 0600) >= 0; });
  }

  const fs::path base_ = fs::path(testing::TempDir()) / ("sandbox" + std::to_string(getpid()));
  SandboxPaths paths_;
};

TEST_F(Sandbox, OpensWhatIsNamed) {
  EXPECT_EQ(Open("read/file", O_RDONLY), 0);
  EXPECT_EQ(Open("written/file", O_RDWR), 0);
  EXPECT_EQ(Open("written/new", O_RDWR | O_CREAT), 0);
}

TEST_F(Sandbox, OpensNothingElse) {
  EXPECT_EQ(Open("read/file", O_RDWR), EACCES);
  EXPECT_EQ(Open("read/new", O_RDWR | O_CREAT), EACCES);
  EXPECT_EQ(Open("outside/file", O_RDONLY), EACCES);
  EXPECT_EQ(Open("outside", O_RDONLY | O_DIRECTORY), EACCES);
  EXPECT_EQ(Open("outside/new", O_RDWR | O_CREAT), EACCES);
}

TEST_F(Sandbox, MovesFilesWithinWhatIsWritten) {
  fs::create_directory(base_ / "written" / "below");
  const std::string from = (base_ / "written" / "file").string();
  const std::string to = (base_ / "written" / "below" / "file").string();
  const std::string out = (base_ / "outside" / "moved").string();
  EXPECT_NE(FailureInside(paths_, [&] { return rename(from.c_str(), out.c_str()) == 0; }), 0);
  EXPECT_EQ(FailureInside(paths_, [&] { return rename(from.c_str(), to.c_str()) == 0; }), 0);
}

TEST_F(Sandbox, StartsNoProgram) {
  const auto start = [] {
    execl("/bin/true", "true", nullptr);
    return false;
  };
  EXPECT_EQ(FailureInside(paths_, start), EPERM);
}

TEST_F(Sandbox, ChangesNothingOfTheSystem) {
  EXPECT_EQ(FailureInside(paths_, [] { return unshare(0) == 0; }), EPERM);
  EXPECT_EQ(FailureInside(paths_, [] { return mount("a", "/", "none", 0, nullptr) == 0; }), EPERM);
  EXPECT_EQ(FailureInside(paths_, [] { return setuid(getuid()) == 0; }), EPERM);
}

TEST_F(Sandbox, LetsASettingNameItsFolder) {
  Settings settings;
  settings.data = (base_ / "written").string();
  settings.number_keys = (base_ / "read" / "file").string();
  settings.ingest = "127.0.0.1:1";
  settings.token_keys = "https://keys.example/jwks";
  paths_ = SandboxPathsOf(settings, "");
  EXPECT_EQ(Open("read/file", O_RDONLY), 0);
  EXPECT_EQ(Open("read/file", O_RDWR), EACCES);
  EXPECT_EQ(Open("written/file", O_RDWR), 0);
  EXPECT_EQ(Open("outside/file", O_RDONLY), EACCES);
}

}  // namespace
}  // namespace orgreg::app
