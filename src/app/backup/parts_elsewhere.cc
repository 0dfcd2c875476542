// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/parts_elsewhere.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

struct PartRow {
  std::string_view name;
  std::string Settings::* path;
  bool is_secret = false;
};
constexpr std::array kParts = {
    PartRow{"users", &Settings::users},
    PartRow{"usage", &Settings::usage},
    PartRow{"audit_log", &Settings::audit_log},
    PartRow{"audit_log_before", &Settings::audit_log_before},
    PartRow{"usage_secret", &Settings::usage_secret, true},
    PartRow{"number_keys", &Settings::number_keys, true},
};

// The order in which sources overrule each other.
enum class Source : std::uint8_t { kDefault, kFile, kEnvironment, kFlag };

Source SourceOf(std::string_view setting, const SettingsRead& read) {
  const std::size_t index = RowIndex(setting);
  const std::string& origin = read.origins[index];
  if (origin.empty()) return Source::kDefault;
  if (origin == FlagName(SettingRows()[index])) return Source::kFlag;
  if (origin == EnvironmentName(SettingRows()[index])) return Source::kEnvironment;
  return Source::kFile;
}

bool IsInFolder(const std::string& path, const std::string& folder) {
  std::error_code failure;
  const fs::path inner = fs::weakly_canonical(fs::absolute(path, failure), failure);
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder, failure), failure);
  if (failure) return false;
  const auto differ = std::ranges::mismatch(outer, inner);
  return differ.in1 == outer.end();
}

}  // namespace

void FindPartsElsewhere(SecretsUse secrets, SettingsRead* read) {
  const Settings& settings = read->settings;
  if (!settings.store.empty()) return;
  const Source folder = SourceOf("data", *read);
  for (const PartRow& part : kParts) {
    const std::string& path = settings.*part.path;
    if (path.empty() || (part.is_secret && secrets == SecretsUse::kNone)) continue;
    if (SourceOf(part.name, *read) >= folder || IsInFolder(path, settings.data)) continue;
    const std::size_t index = RowIndex(part.name);
    read->faults.push_back(fmt::format(
        "{}: {}: {} is outside {}, the folder of {}; {}= means the one in the folder, and to mean "
        "this path, name both in the same way",
        read->origins[index], part.name, path, settings.data, read->origins[RowIndex("data")],
        EnvironmentName(SettingRows()[index])));
  }
}

}  // namespace orgreg::app
