// SPDX-License-Identifier: EUPL-1.2

// Files for the tests of src/http.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

#include "http/message/body.h"

namespace orgreg::http {

// A unique name for this test.
inline std::string TestPath(const std::string& name) {
  return testing::TempDir() + "orgreg_http_" + std::to_string(::getpid()) + "_" + name;
}

inline void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Bytes that differ from place to place, so that a part shows its origin.
inline std::string Pattern(std::size_t size) {
  std::string bytes;
  bytes.reserve(size + 16);
  while (bytes.size() < size) bytes.append(std::to_string(bytes.size())).push_back('\n');
  bytes.resize(size);
  return bytes;
}

// An open file with these bytes that has lost its name.
inline std::shared_ptr<const OpenFile> FileOf(const std::string& bytes) {
  const std::string path = TestPath("unnamed");
  WriteFile(path, bytes);
  auto file = OpenFile::Open(path);
  ::unlink(path.c_str());
  EXPECT_TRUE(file.ok());
  return *file;
}

}  // namespace orgreg::http
