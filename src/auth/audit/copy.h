// SPDX-License-Identifier: EUPL-1.2

// Copies audit logs while servers write them: the whole lines up to one point of the chain. What a
// crash left between lines is copied with them. The lines are not judged here; verify.h does that.
//
// Safe from any thread. A copy has mode 0600, gets its name only when it is complete, and is on
// the disk when the call returns.

#pragma once

#include <span>
#include <string>

#include "base/result.h"

namespace orgreg::auth {

struct AuditCopy {
  std::string from = {};
  std::string to = {};
};

// Copies files of one chain, in their order, as they are at one moment. kUnavailable if one of them
// was moved or replaced meanwhile: list them again. kNotFound, kIo.
base::Status CopyAudit(std::span<const AuditCopy> copies);

}  // namespace orgreg::auth
