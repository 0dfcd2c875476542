// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/parts_elsewhere.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
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
  std::string_view empty_means = "the one in the folder";
  bool PartsUse::* use = nullptr;  // If empty, every command uses it.
};
constexpr std::array kParts = {
    PartRow{"users", &Settings::users},
    PartRow{"usage", &Settings::usage},
    PartRow{"audit_log", &Settings::audit_log},
    PartRow{"audit_log_before", &Settings::audit_log_before, "no earlier file",
            &PartsUse::audit_log_before},
    PartRow{"usage_secret", &Settings::usage_secret, "the one in the folder", &PartsUse::secrets},
    PartRow{"number_keys", &Settings::number_keys, "the one in the folder", &PartsUse::secrets},
};

// The order in which sources overrule each other, and that of SettingsRead::folders.
enum class Source : std::uint8_t { kDefault, kFile, kEnvironment, kFlag };

Source SourceOf(std::string_view setting, const SettingsRead& read) {
  const std::size_t index = RowIndex(setting);
  const std::string& origin = read.origins[index];
  if (origin.empty()) return Source::kDefault;
  if (origin == FlagName(SettingRows()[index])) return Source::kFlag;
  if (origin == EnvironmentName(SettingRows()[index])) return Source::kEnvironment;
  return Source::kFile;
}

// Without a final slash; empty if it cannot be resolved.
fs::path Resolved(const std::string& path) {
  std::error_code failure;
  fs::path whole = fs::absolute(Place::InFolder(path).path(), failure);
  if (!failure) whole = fs::weakly_canonical(whole, failure);
  return failure ? fs::path() : whole;
}

bool IsInFolder(const std::string& path, const std::string& folder) {
  const fs::path inner = Resolved(path);
  const fs::path outer = Resolved(folder);
  if (inner.empty() || outer.empty()) return false;
  const auto differ = std::ranges::mismatch(outer, inner);
  return differ.in1 == outer.end();
}

bool IsSameFolder(const std::string& one, const std::string& other) {
  const fs::path resolved = Resolved(one);
  return !resolved.empty() && resolved == Resolved(other);
}

}  // namespace

void FindPartsElsewhere(const PartsUse& use, SettingsRead* read) {
  const Settings& settings = read->settings;
  if (!settings.store.empty()) return;
  const Source folder = SourceOf("data", *read);
  for (const PartRow& part : kParts) {
    const std::string& path = settings.*part.path;
    if (path.empty() || (part.use != nullptr && !(use.*part.use))) continue;
    const Source source = SourceOf(part.name, *read);
    if (source >= folder || IsInFolder(path, settings.data)) continue;
    if (IsSameFolder(read->folders[static_cast<std::size_t>(source)], settings.data)) continue;
    const std::size_t index = RowIndex(part.name);
    read->faults.push_back(fmt::format(
        "{}: {}: {} is outside {}, the folder of {}; {}= means {}, and to mean this "
        "path, name both in the same way",
        read->origins[index], part.name, path, settings.data, read->origins[RowIndex("data")],
        EnvironmentName(SettingRows()[index]), part.empty_means));
  }
}

}  // namespace orgreg::app
