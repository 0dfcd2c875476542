// SPDX-License-Identifier: EUPL-1.2

// Files that pass as PDF, for tests.

#pragma once

#include <fstream>
#include <string>

namespace orgreg::records {

inline std::string Pdf(const std::string& content) { return "%PDF-1.4\n" + content + "\n%%EOF\n"; }

inline std::string WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace orgreg::records
