// SPDX-License-Identifier: EUPL-1.2

// A Reload reads the settings again, at a SIGHUP, from the same file, environment and flags. If
// they are right, the server takes those of the changed ones that it can take while it runs
// (SettingRow::taken), and the log names those that need a restart. If any is wrong, all stay as
// they are, and the log names each fault.
//
// Safe from any thread.

#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "app/settings/setting_sources.h"
#include "base/result.h"

namespace orgreg::app {

class Reload {
 public:
  // Takes settings whole or, with an error, not at all.
  using Take = std::function<base::Status(const Settings&)>;

  // `settings` are those that the server has started with.
  Reload(SettingInput input, Settings settings)
      : input_(std::move(input)), settings_(std::move(settings)) {}

  // Called at each run whose settings are right, with settings that changed or not: reads files
  // again.
  using ReadFiles = std::function<void()>;

  // From now on, `take` gets changed settings. If a run came before, it happens now. An empty
  // function ends this: no call of the last one is in progress after it.
  void SetTaker(Take take, ReadFiles read_files = {});

  // Called first at each SIGHUP, whether the settings are right or not. An empty function ends this
  // in the same way.
  void SetReopen(std::function<void()> reopen);

  void Run();

 private:
  void RunLocked();
  // Moves the values that can be taken now into `next`, and names all that changed.
  std::string Sort(const Settings& read, Settings* next) const;

  const SettingInput input_;
  std::mutex mutex_;  // guards the rest
  Settings settings_;
  Take take_;
  std::function<void()> reopen_;
  ReadFiles read_files_;
  bool is_awaited_ = false;
};

}  // namespace orgreg::app
