// SPDX-License-Identifier: EUPL-1.2

// A folder for one test, empty at first and deleted afterwards.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace orgreg::formats {

class ScratchFolder {
 public:
  explicit ScratchFolder(std::string_view name)
      : path_(testing::TempDir() + std::string(name) + "_" + std::to_string(getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string PathOf(std::string_view name) const { return path_ + "/" + std::string(name); }
  bool IsEmpty() const { return std::filesystem::is_empty(path_); }

 private:
  std::string path_;
};

inline std::string BytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace orgreg::formats
