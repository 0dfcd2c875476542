// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/parts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/folder.h"
#include "base/files/sweep_rests.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNumberKeysName = "number-keys";

std::string NameOf(const std::string& path) { return fs::path(path).filename().string(); }

std::string InFolder(const std::string& folder, std::string_view name) {
  return fmt::format("{}/{}", folder, name);
}

// The names of the regular files in a folder, in their order, without those that are being made.
std::vector<std::string> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (at->symlink_status(ignored).type() != fs::file_type::regular || base::ParseRest(name))
      continue;
    names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

// In the folder of secrets of every place.
std::string UsageSecretName() {
  return NameOf(Place::InFolder("").PathOf(PlacePart::kUsageSecret));
}

}  // namespace

Parts Parts::In(Place place) {
  Parts parts{.place = std::move(place)};
  parts.users = parts.place.PathOf(PlacePart::kUsers);
  parts.usage = parts.place.PathOf(PlacePart::kUsage);
  parts.usage_secret = parts.place.PathOf(PlacePart::kUsageSecret);
  parts.audit_log = parts.place.PathOf(PlacePart::kAuditLog);
  return parts;
}

Parts Parts::Of(const Settings& settings) {
  return {.place = PlaceOf(settings),
          .users = UsersPath(settings),
          .usage = UsagePath(settings),
          .usage_secret = UsageSecretPath(settings),
          .number_keys = settings.number_keys,
          .audit_log = AuditLogPath(settings),
          .audit_log_before = settings.audit_log_before};
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::vector<auth::AuditCopy> AuditFiles(const Parts& from, const Parts& to) {
  const std::string folder = base::FolderOf(from.audit_log);
  const std::string log = NameOf(from.audit_log);
  const bool is_own_folder =
      from.place.is_folder() && from.audit_log == from.place.PathOf(PlacePart::kAuditLog);
  std::vector<auth::AuditCopy> files;
  for (const std::string& name : NamesIn(folder)) {
    if (name == log || (!is_own_folder && !name.starts_with(log))) continue;
    // An older file of another folder keeps what follows the name of the log.
    const std::string path = is_own_folder ? InFolder(base::FolderOf(to.audit_log), name)
                                           : to.audit_log + name.substr(log.size());
    files.push_back({.from = InFolder(folder, name), .to = path});
  }
  if (Exists(from.audit_log)) files.push_back({.from = from.audit_log, .to = to.audit_log});
  return files;
}

std::string SecretFolder(const Parts& parts) {
  return base::FolderOf(parts.place.PathOf(PlacePart::kUsageSecret));
}

std::string SecretPath(const Parts& parts, const std::string& name) {
  if (name == UsageSecretName()) return parts.usage_secret;
  if (name == kNumberKeysName && !parts.number_keys.empty()) return parts.number_keys;
  return InFolder(SecretFolder(parts), name);
}

std::vector<SecretFile> SecretFiles(const Parts& parts) {
  std::map<std::string, std::string> paths;
  if (parts.place.is_folder()) {
    const std::string folder = SecretFolder(parts);
    for (const std::string& name : NamesIn(folder)) paths[name] = InFolder(folder, name);
  }
  if (Exists(parts.usage_secret)) paths[UsageSecretName()] = parts.usage_secret;
  if (!parts.number_keys.empty()) paths[kNumberKeysName] = parts.number_keys;
  std::vector<SecretFile> files;
  files.reserve(paths.size());
  for (const auto& [name, path] : paths) files.push_back({.name = name, .path = path});
  return files;
}

}  // namespace orgreg::app
