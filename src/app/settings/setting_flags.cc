// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/setting_flags.h"

#include <fmt/format.h>

#include <utility>

#include "app/exit_code.h"
#include "base/log.h"

namespace orgreg::app {

SettingFlags::SettingFlags(Command command, const std::vector<std::string_view>& names)
    : command_(command), input_(std::make_shared<SettingInput>()) {
  command_.Add("--config", &input_->file,
               "A TOML file with settings, underscores in their names (orgreg serve --help)");
  std::vector<std::size_t> rows;
  rows.reserve(SettingRows().size());
  for (const std::string_view name : names) rows.push_back(RowIndex(name));
  if (names.empty()) {
    for (std::size_t row = 0; row < SettingRows().size(); ++row) rows.push_back(row);
  }
  input_->flags.resize(SettingRows().size());
  const Settings defaults;
  for (const std::size_t index : rows) {
    const SettingRow& row = SettingRows()[index];
    const std::string text = ValueText(row, defaults);
    const std::string help = std::string(row.help) + (text.empty() ? "" : " [" + text + "]");
    if (IsSwitch(row)) {
      command_.AddSwitch(FlagName(row), &input_->flags[index], std::string(row.help));
    } else {
      command_.Add(FlagName(row), &input_->flags[index], help);
    }
  }
}

void SettingFlags::Does(std::function<int(const Settings&)> run) {
  DoesWithRead([run = std::move(run)](const SettingsRead& read) {
    const int code = ReportProblems(read);
    return code == kDone ? run(read.settings) : code;
  });
}

void SettingFlags::DoesWithRead(std::function<int(SettingsRead)> run) {
  command_.Does([input = input_, run = std::move(run)] { return run(ReadSettings(*input)); });
}

int ReportProblems(const SettingsRead& read) {
  for (const std::string& warning : read.warnings) base::LogWarning("{}", warning);
  for (const std::string& fault : read.faults) fmt::print(stderr, "orgreg: {}\n", fault);
  return read.faults.empty() ? kDone : kMisused;
}

}  // namespace orgreg::app
