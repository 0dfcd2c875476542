// SPDX-License-Identifier: EUPL-1.2

// Reads the settings from their sources: defaults, a TOML file, the environment (ORGREG_ and the
// name in capitals), flags. Each overrules the one before. All faults are collected with their
// places, so that they can be corrected together. It reads one file and the environment, so it is
// called before any thread changes that. data and store together are a fault, and store alone is a
// warning.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/settings.h"

namespace orgreg::app {

// The settings on the command line.
struct SettingInput {
  std::string file = {};                               // The value of --config; may be empty.
  std::vector<std::optional<std::string>> flags = {};  // By row; the missing ones are not given.
};

struct SettingsRead {
  Settings settings = {};
  // The source for each row: "FILE:LINE", "ORGREG_PORT" or "--port"; empty for a default.
  std::vector<std::string> origins = {};
  // The folder that data names after each source: the defaults, file, environment, flags.
  std::vector<std::string> folders = {};
  // True for each row whose last given value is wrong, so that the value is an older one.
  std::vector<bool> is_faulty = {};
  std::vector<std::string> faults = {};    // Each with its place.
  std::vector<std::string> warnings = {};  // The same.
};

// The index of the row of that name, which must exist.
std::size_t RowIndex(std::string_view name);

// A variable that begins with ORGREG_ and that no row has is a warning, since container platforms
// set variables by the names of services; so is a number that is an address ("tcp://…").
SettingsRead ReadSettings(const SettingInput& input);

// Writes a file that ReadSettings accepts, with all settings and a comment on the source of each.
// Settings name files that hold secrets, but contain no secret themselves.
std::string ToToml(const SettingsRead& read);

}  // namespace orgreg::app
