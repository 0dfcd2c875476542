// SPDX-License-Identifier: EUPL-1.2

// A folder in memory for the files of a fuzz target, which is deleted at the end of the process,
// but not if it crashes.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace fuzz {

class ScratchFolder {
 public:
  ScratchFolder() {
    const bool has_memory = std::filesystem::is_directory("/dev/shm");
    path_ = std::string(has_memory ? "/dev/shm" : "/tmp") + "/orgreg_fuzz_XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace fuzz
