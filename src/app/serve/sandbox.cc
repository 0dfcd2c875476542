// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "app/serve/forbidden_calls.h"
#include "base/files/descriptor.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

// The headers of Debian 12 lack it. Version 3 of Landlock has it.
constexpr std::uint64_t kTruncate = 1ULL << 14;
constexpr int kTruncateVersion = 3;
// Version 1 forbids to move files between folders.
constexpr int kLeastVersion = 2;

constexpr std::uint64_t kReading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kOfFiles =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kWriting =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER | kTruncate;
// No path is allowed these.
constexpr std::uint64_t kNever = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO;

class Landlock {
 public:
  Landlock() {
    const long version =
        ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < kLeastVersion) return;
    handled_ = kReading | kWriting | kNever;
    if (version < kTruncateVersion) handled_ &= ~kTruncate;
    // The headers of Debian 13 have members that those of Debian 12 lack; they stay zero.
    landlock_ruleset_attr attributes = {};
    attributes.handled_access_fs = handled_;
    rules_ = base::Descriptor(static_cast<int>(
        ::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0)));
  }

  void Allow(const std::string& path, std::uint64_t access) {
    const base::Descriptor open = base::OpenDescriptor(path, O_PATH);
    struct stat info = {};
    if (!rules_.is_open() || !open.is_open() || ::fstat(open.number(), &info) != 0) return;
    const std::uint64_t possible = S_ISDIR(info.st_mode) ? handled_ : handled_ & kOfFiles;
    const landlock_path_beneath_attr rule = {.allowed_access = access & possible,
                                             .parent_fd = open.number()};
    if (rule.allowed_access == 0) return;
    static_cast<void>(
        ::syscall(SYS_landlock_add_rule, rules_.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0));
  }

  bool Enter() const {
    return rules_.is_open() && ::syscall(SYS_landlock_restrict_self, rules_.number(), 0) == 0;
  }

 private:
  std::uint64_t handled_ = 0;
  base::Descriptor rules_;
};

}  // namespace

SandboxState EnterSandbox(const SandboxPaths& paths) {
  const rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  static_cast<void>(::setrlimit(RLIMIT_CORE, &none));
  // Without it an ordinary user may limit nothing.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return {};
  Landlock files;
  for (const std::string& path : paths.read) files.Allow(path, kReading);
  for (const std::string& path : paths.write) files.Allow(path, kReading | kWriting);
  return {.limits_files = files.Enter(), .limits_calls = ForbidCalls()};
}

void EnterSandbox(const Settings& settings, const std::string& settings_file) {
  if (!settings.sandbox) return base::LogWarning("sandbox: off, as the setting says");
  const SandboxPaths paths = SandboxPathsOf(settings, settings_file);
  // SQLite and others put temporary files there, which have no name.
  for (const char* name : {"SQLITE_TMPDIR", "TMPDIR"}) ::setenv(name, paths.temporary.c_str(), 1);
  const SandboxState state = EnterSandbox(paths);
  if (!state.limits_files) {
    base::LogWarning("sandbox: this system cannot limit the files that the server opens");
  }
  if (!state.limits_calls) {
    base::LogWarning("sandbox: this system cannot limit the calls that the server makes");
  }
}

}  // namespace orgreg::app
