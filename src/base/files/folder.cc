// SPDX-License-Identifier: EUPL-1.2

#include "base/files/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/files/descriptor.h"
#include "base/files/system_error.h"

namespace orgreg::base {

std::string FolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status SyncFolder(const std::string& folder) {
  const Descriptor opened = OpenDescriptor(folder, O_RDONLY | O_DIRECTORY);
  if (!opened.is_open()) return IoError(folder, "cannot be opened", errno);
  if (::fsync(opened.number()) != 0) return IoError(folder, "cannot be synced", errno);
  return {};
}

}  // namespace orgreg::base
