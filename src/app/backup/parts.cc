// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/sweep_rests.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

using base::Code;
using base::Error;
using base::Result;

constexpr const char* kNumberKeysName = "number-keys";

std::string NameOf(const std::string& path) { return fs::path(path).filename().string(); }

std::string InFolder(const std::string& folder, std::string_view name) {
  return fmt::format("{}/{}", folder, name);
}

// The names of the regular files in a folder, in their order, without those that are being made;
// none if there is no folder.
Result<std::vector<std::string>> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  if (!base::IsTaken(folder)) return names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (at->symlink_status(ignored).type() != fs::file_type::regular || base::ParseRest(name))
      continue;
    names.push_back(std::move(name));
  }
  if (failure == std::errc::no_such_file_or_directory)
    return Error{Code::kInvalid, "is a link to nothing"}.At(folder);
  if (failure) return base::IoError(folder, failure.value());
  std::ranges::sort(names);
  return names;
}

// Whether the log has the folder of its place, where all files are of it.
bool HasOwnFolder(const Parts& parts) {
  return parts.place.is_folder() && parts.audit_log == parts.place.PathOf(PlacePart::kAuditLog);
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

Result<std::vector<auth::AuditCopy>> AuditFiles(const Parts& from, const Parts& to) {
  const std::string folder = base::FolderOf(from.audit_log);
  const std::string log = NameOf(from.audit_log);
  const bool is_own_folder = HasOwnFolder(from);
  const bool keeps_names = is_own_folder && HasOwnFolder(to);
  // Outside a place the names begin with the log's, so that the files are found again.
  const auto path_of = [&](const std::string& name) {
    if (keeps_names) return InFolder(base::FolderOf(to.audit_log), name);
    if (name.starts_with(log)) return to.audit_log + name.substr(log.size());
    return fmt::format("{}.{}", to.audit_log, name);
  };
  const auto names = TRY(NamesIn(folder));
  std::vector<auth::AuditCopy> files;
  files.reserve(names.size());
  for (const std::string& name : names) {
    if (name == log || (!is_own_folder && !name.starts_with(log))) continue;
    files.push_back({.from = InFolder(folder, name), .to = path_of(name)});
  }
  if (base::IsTaken(from.audit_log)) files.push_back({.from = from.audit_log, .to = to.audit_log});
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

Result<std::vector<SecretFile>> SecretFiles(const Parts& parts) {
  std::map<std::string, std::string> paths;
  if (parts.place.is_folder()) {
    const std::string folder = SecretFolder(parts);
    const auto names = TRY(NamesIn(folder));
    for (const std::string& name : names) paths[name] = InFolder(folder, name);
  }
  if (base::Exists(parts.usage_secret)) paths[UsageSecretName()] = parts.usage_secret;
  if (!parts.number_keys.empty()) paths[kNumberKeysName] = parts.number_keys;
  std::vector<SecretFile> files;
  files.reserve(paths.size());
  for (const auto& [name, path] : paths) files.push_back({.name = name, .path = path});
  return files;
}

}  // namespace orgreg::app
