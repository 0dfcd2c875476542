// SPDX-License-Identifier: EUPL-1.2

// Copies audit logs while servers write them: the whole lines up to one point of the chain. What a
// crash left between lines is copied with them. The lines are not judged here; verify.h does that.
//
// A file that cannot be read keeps no other from being copied. If the disk cannot read parts of a
// file, the copy has the rest of it.
//
// Safe from any thread. A copy has mode 0600, gets its name only when it is complete, and is on
// the disk when the call returns.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::auth {

struct AuditCopy {
  std::string from = {};
  std::string to = {};
};

struct AuditCopies {
  std::size_t files = 0;
  // The files of which the copy lacks something, each with the reason.
  std::vector<base::Error> unread = {};
};

// Copies files of one chain, in their order, as they are at one moment. kUnavailable if one of them
// was moved or replaced meanwhile: list them again. kNotFound; kIo if a copy cannot be written.
base::Result<AuditCopies> CopyAudit(std::span<const AuditCopy> copies);

}  // namespace orgreg::auth
