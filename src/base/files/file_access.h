// SPDX-License-Identifier: EUPL-1.2

// Explains in plain words why a path cannot be opened: who owns the file, which folder is missing.
// A caller asks after an attempt failed, or before work that would be lost. The system may answer
// differently later, so the caller still checks its own open. Safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::base {

enum class Access { kRead, kReadWrite };

// Succeeds if the path names a file that this process may open in this way; pipes and devices count
// as files. Errors name the path: kNotFound where nothing is there, kInvalid for a folder, kIo
// where it is not allowed.
Status CheckFile(const std::string& path, Access access);

// Succeeds if this process may make files in the folder that the path lies in.
Status CheckFolderOf(const std::string& path);

// Succeeds if the path names a folder that this process may list.
Status CheckFolder(const std::string& path);

}  // namespace orgreg::base
