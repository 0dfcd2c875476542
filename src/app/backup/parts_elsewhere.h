// SPDX-License-Identifier: EUPL-1.2

// A person who names the folder of a backup or of a trial means the parts in it. A setting that
// names a part elsewhere, and that was made for another folder, is a fault then: the command would
// copy or change the part of that other register. Pure but for the paths that it resolves; safe
// from any thread.

#pragma once

#include "app/settings/setting_sources.h"

namespace orgreg::app {

// Which parts the command uses in addition to users, usage counts and audit log.
struct PartsUse {
  bool secrets = false;
  bool audit_log_before = false;
};

// Adds a fault for each used part that lies outside the folder, if the folder is named in a nearer
// source than the part, by a flag, and the part in the environment or a file. There is no fault if
// the part was made for the same folder.
void FindPartsElsewhere(const PartsUse& use, SettingsRead* read);

}  // namespace orgreg::app
