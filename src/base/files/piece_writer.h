// SPDX-License-Identifier: EUPL-1.2

// Writes a long file front to back, in pieces of 2 MiB. A system that keeps files in large pages
// makes one of each piece, and maps it as one: a file that is mapped and read at random places is
// then found with far fewer look-ups of pages. What was written in smaller parts stays in small
// pages for as long as the system keeps it in memory.
//
// One thread; the descriptor stays open meanwhile.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace orgreg::base {

// The size of a large page.
inline constexpr std::size_t kLargePageBytes = std::size_t{2} << 20;

class PieceWriter {
 public:
  // The file is empty.
  explicit PieceWriter(int descriptor) : descriptor_(descriptor) {}

  // Takes the next bytes, and writes each piece that is whole. False with errno if that fails.
  bool Append(std::string_view bytes);
  // Writes what is left. The same.
  bool Finish();

 private:
  void BeginToDisk() const;

  int descriptor_;
  std::size_t written_ = 0;  // Bytes.
  std::vector<char> piece_;  // What is not written yet.
};

}  // namespace orgreg::base
