// The settings of a command, as its line gives them: --config, and a flag for each setting that the
// command itself uses. The environment counts as well. Settings that a command does not use are
// read all the same: a wrong file is wrong for all commands. For one thread.

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
  // Adds the flags of the settings of these names, in this order; of all where there are none.
  SettingFlags(Command command, const std::vector<std::string_view>& names);

  // What the command does with its settings. With wrong ones it does nothing, says all that is
  // wrong, and ends with kMisused.
  void Does(std::function<int(const Settings&)> run);
  // The same for a command that looks at them itself, right or wrong.
  void DoesWithRead(std::function<int(SettingsRead)> run);

 private:
  Command command_;
  std::shared_ptr<SettingInput> input_;  // Filled when the command is chosen.
};

// Writes what may be wrong to the log and what is wrong to standard error. kDone where nothing is
// wrong, else kMisused.
int ReportProblems(const SettingsRead& read);

}  // namespace orgreg::app
