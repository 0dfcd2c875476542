// SPDX-License-Identifier: EUPL-1.2

// Files that the build packed together and the program holds (web/site/pack.ts): each as text and
// packed with gzip. Never changed after it was made; safe from any thread.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace orgreg::api {

struct ArchivedFile {
  std::string_view path = {};
  std::string_view text = {};
  std::string_view packed = {};
  std::uint64_t fingerprint = 0;  // Of the text.
};

class Archive {
 public:
  // Both outlive the archive. A line of the index says where a file is in the bytes.
  Archive(std::string_view bytes, std::string_view index);

  // Null if there is none.
  const ArchivedFile* Find(std::string_view path) const;

 private:
  std::vector<ArchivedFile> files_;
};

}  // namespace orgreg::api
