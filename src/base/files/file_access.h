// Why a path cannot be opened, said as a person would: who owns the file, which folder is missing.
// It is asked after an attempt failed, or before work that would be lost. What the system answers
// later may differ, so a caller still checks its own open. Safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::base {

enum class Access { kRead, kReadWrite };

// The path names a file that this process may open so; pipes and devices count as files. Errors
// name the path: kNotFound where nothing is there, kInvalid for a folder, kIo where it is not
// allowed.
Status CheckFile(const std::string& path, Access access);

// This process may make files in the folder that the path lies in.
Status CheckFolderOf(const std::string& path);

// The path names a folder that this process may list.
Status CheckFolder(const std::string& path);

}  // namespace orgreg::base
