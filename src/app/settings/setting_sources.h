// Where settings come from: defaults, a TOML file, the environment (ORGREG_ and the name in
// capitals), flags, each overruling the one before. Everything that is wrong is collected with the
// place where it stands, so that it can be mended in one go. Reads one file and the environment, so
// it is called before any thread changes that.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/settings.h"

namespace orgreg::app {

// What the command line gave.
struct SettingInput {
  std::string file = {};                               // Of --config; empty: none.
  std::vector<std::optional<std::string>> flags = {};  // By row; the missing ones are not given.
};

struct SettingsRead {
  Settings settings = {};
  // By row: "FILE:LINE", "ORGREG_PORT" or "--port"; empty where the default is in force.
  std::vector<std::string> origins = {};
  // By row: what was given last cannot be taken, so that the value is an older one.
  std::vector<bool> is_faulty = {};
  std::vector<std::string> faults = {};    // Each with its place.
  std::vector<std::string> warnings = {};  // The same.
};

// The index of the row of that name, which there is.
std::size_t RowIndex(std::string_view name);

// A variable that begins with ORGREG_ and that no row has is a warning, since container platforms
// set variables by the names of services; so is a number that is an address ("tcp://…").
SettingsRead ReadSettings(const SettingInput& input);

// A file that ReadSettings takes, with all settings; a comment behind each says where it comes
// from. Settings name files that hold secrets, and are none themselves.
std::string ToToml(const SettingsRead& read);

}  // namespace orgreg::app
