// SPDX-License-Identifier: EUPL-1.2

// What a backup holds besides the register and its documents: users, usage counts, the audit log
// and, if they are wanted, secrets. They are where the place has them, unless a setting names
// another path. Safe from any thread.
//
// Errors: kIo if a folder cannot be read, kInvalid if it is a link to nothing.

#pragma once

#include <string>
#include <vector>

#include "app/place/place.h"
#include "app/settings/settings.h"
#include "auth/audit/copy.h"
#include "base/result.h"

namespace orgreg::app {

struct Parts {
  // All in the place.
  static Parts In(Place place);
  static Parts Of(const Settings& settings);

  Place place;
  std::string users = {};
  std::string usage = {};
  std::string usage_secret = {};
  std::string number_keys = {};  // Empty: in the folder of secrets, if anywhere.
  std::string audit_log = {};
  std::string audit_log_before = {};  // As the setting.
};

// The files of the audit log, the log itself last, with their paths in another register. In a place
// all files of the folder are of the log; elsewhere those whose names begin with the log's.
base::Result<std::vector<auth::AuditCopy>> AuditFiles(const Parts& from, const Parts& to);

struct SecretFile {
  std::string name = {};  // In the folder of secrets.
  std::string path = {};
};
// The existing ones in order of name, and the file of keys that a setting names.
base::Result<std::vector<SecretFile>> SecretFiles(const Parts& parts);
// Where a secret of this name is.
std::string SecretPath(const Parts& parts, const std::string& name);
// The folder of secrets.
std::string SecretFolder(const Parts& parts);

}  // namespace orgreg::app
