// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/reload.h"

#include <string_view>
#include <utility>

#include "app/serve/service_manager.h"
#include "app/serve/setting_checks.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

void Append(std::string_view name, std::string* list) {
  if (!list->empty()) list->append(", ");
  list->append(name);
}

}  // namespace

void Reload::SetTaker(Take take, ReadFiles read_files) {
  const std::lock_guard lock(mutex_);
  take_ = std::move(take);
  read_files_ = std::move(read_files);
  if (take_ && std::exchange(is_awaited_, false)) RunLocked();
}

void Reload::SetReopen(std::function<void()> reopen) {
  const std::lock_guard lock(mutex_);
  reopen_ = std::move(reopen);
}

void Reload::Run() {
  const std::lock_guard lock(mutex_);
  if (reopen_) reopen_();
  if (take_) return RunLocked();
  base::LogInfo("SIGHUP: the settings are read again as soon as the server has started");
  is_awaited_ = true;
}

void Reload::RunLocked() {
  NotifyReloading();
  SettingsRead read = ReadSettings(input_);
  CheckSettings(&read, Occasion::kReload);
  for (const std::string& warning : read.warnings) base::LogWarning("{}", warning);
  for (const std::string& fault : read.faults) base::LogError("{}", fault);
  if (!read.faults.empty()) {
    base::LogError("SIGHUP: the settings stay as they are, because of {} faults",
                   read.faults.size());
    return NotifyReady("keeps its settings, since the new ones are wrong");
  }
  Settings next = settings_;
  const std::string taken = Sort(read.settings, &next);
  const base::Status done = taken.empty() ? base::Status() : take_(next);
  if (!done) {
    base::LogError("SIGHUP: the settings stay as they are: {}", done.error().message);
    return NotifyReady("keeps its settings, since the new ones are wrong");
  }
  settings_ = std::move(next);
  if (read_files_) read_files_();
  base::LogInfo("SIGHUP: {}", taken.empty() ? "no setting changes" : "new values of " + taken);
  NotifyReady("serves");
}

std::string Reload::Sort(const Settings& read, Settings* next) const {
  std::string taken;
  std::string kept;
  for (const SettingRow& row : SettingRows()) {
    const std::string value = ValueText(row, read);
    if (value == ValueText(row, settings_)) continue;
    if (row.taken == Taken::kAtStart) {
      Append(row.name, &kept);
    } else {
      Append(row.name, &taken);
      CopyValue(row, read, next);
    }
  }
  if (!kept.empty()) base::LogWarning("needs a restart: {}", kept);
  return taken;
}

}  // namespace orgreg::app
