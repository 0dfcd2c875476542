// SPDX-License-Identifier: EUPL-1.2

// The settings from the command line: --config, and a flag for each setting that the
// command itself uses. The environment counts as well. Settings that a command does not use are
// read too: a wrong file is wrong for all commands. For one thread.

#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "app/command_line.h"
#include "app/settings/setting_sources.h"

namespace orgreg::app {

class SettingFlags {
 public:
  // Adds the flags of the settings of these names, in this order; without names, of all settings.
  SettingFlags(Command command, const std::vector<std::string_view>& names);

  // Sets the function that runs with the settings. If they are wrong, the command prints all faults
  // and ends with kMisused instead.
  void Does(std::function<int(const Settings&)> run);
  // The same, for a command that checks the settings itself.
  void DoesWithRead(std::function<int(SettingsRead)> run);

  // Where the settings come from, to read them again while such a function runs.
  std::shared_ptr<const SettingInput> input() const { return input_; }

 private:
  Command command_;
  std::shared_ptr<SettingInput> input_;  // Filled when the command is chosen.
};

// Writes warnings to the log and faults to standard error. kDone without faults, else kMisused.
int ReportProblems(const SettingsRead& read);

}  // namespace orgreg::app
