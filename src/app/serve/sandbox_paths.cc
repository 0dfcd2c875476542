// SPDX-License-Identifier: EUPL-1.2

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "app/place/place.h"
#include "app/serve/sandbox.h"
#include "app/watch/log_output.h"
#include "base/files/file_access.h"
#include "blobs/blobs.h"
#include "store/address.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

// What the libraries read: time zones and character data, names of hosts, certificates, the state
// of this process and of the machine. All of it is public to the users of a machine.
constexpr std::array<std::string_view, 10> kOfTheSystem = {"/etc",
                                                           "/usr",
                                                           "/lib",
                                                           "/lib64",
                                                           "/proc",
                                                           "/sys",
                                                           "/dev/urandom",
                                                           "/run/systemd/resolve",
                                                           "/run/resolvconf",
                                                           "/run/nscd"};

// A file may be replaced, or appear later, so its folder counts: the nearest that exists.
std::string FolderFor(const fs::path& path) {
  std::error_code ignored;
  fs::path folder = fs::absolute(path, ignored);
  while (!fs::is_directory(folder, ignored) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return folder.string();
}

// The path in the value of a setting; empty for addresses.
std::string PathIn(const std::string& value) {
  if (value == kStandardOutput) return {};
  if (blobs::IsBlobAddress(value)) return std::string(blobs::BlobFolder(value));
  if (const auto place = ParseListenPlace(value)) return place->unix_socket;
  return value.find("://") == std::string::npos ? value : std::string();
}

// Parts of a register may lie on another disk, behind a link.
void AddPlace(const fs::path& folder, SandboxPaths* paths) {
  paths->write.push_back(folder.string());
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_symlink(ignored)) paths->write.push_back(FolderFor(fs::canonical(entry, ignored)));
  }
}

// What the client library of the database reads. A named file may be replaced; the home folder may
// hold much that is nobody's business.
void AddClientFiles(const Settings& settings, SandboxPaths* paths) {
  const store::ClientFiles files = store::ClientFilesOf(settings.store);
  for (const std::string& path : files.named) paths->read.push_back(FolderFor(path));
  paths->read.insert(paths->read.end(), files.of_home.begin(), files.of_home.end());
}

}  // namespace

SandboxPaths SandboxPathsOf(const Settings& settings, const std::string& settings_file) {
  SandboxPaths paths;
  paths.read.assign(kOfTheSystem.begin(), kOfTheSystem.end());
  paths.write.emplace_back("/dev/null");
  if (!settings_file.empty()) paths.read.push_back(FolderFor(settings_file));
  const std::string place = FolderFor(PlaceOf(settings).PathOf(PlacePart::kStore));
  AddPlace(place, &paths);
  std::error_code failed;
  const bool can_write(base::CheckFolderOf((fs::path(place) / "file").string()));
  paths.temporary = can_write ? place : fs::temp_directory_path(failed).string();
  paths.write.push_back(paths.temporary);
  if (HasDatabase(settings)) AddClientFiles(settings, &paths);
  for (const SettingRow& row : SettingRows()) {
    if (row.opens == Opens::kNothing) continue;
    const std::string path = PathIn(ValueText(row, settings));
    if (path.empty()) continue;
    (row.opens == Opens::kToWrite ? paths.write : paths.read).push_back(FolderFor(path));
    if (row.opens == Opens::kToWrite) continue;
    // Programs that renew certificates put links in the place of files.
    const fs::path real = fs::canonical(path, failed);
    if (!failed) paths.read.push_back(FolderFor(real));
  }
  return paths;
}

}  // namespace orgreg::app
