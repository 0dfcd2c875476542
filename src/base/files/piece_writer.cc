// SPDX-License-Identifier: EUPL-1.2

#include "base/files/piece_writer.h"

#include <fcntl.h>

#include "base/files/descriptor.h"

namespace orgreg::base {
namespace {

constexpr std::size_t kBytesToDisk = 8 * kLargePageBytes;

}  // namespace

bool PieceWriter::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kLargePageBytes - piece_.size());
    bytes.remove_prefix(part.size());
    piece_.insert(piece_.end(), part.begin(), part.end());
    if (piece_.size() == kLargePageBytes && !Finish()) return false;
  }
  return true;
}

bool PieceWriter::Finish() {
  if (piece_.empty()) return true;
  if (!WriteAllAt(descriptor_, {piece_.data(), piece_.size()}, static_cast<off_t>(written_)))
    return false;
  written_ += piece_.size();
  piece_.clear();
  if (written_ % kBytesToDisk == 0) BeginToDisk();
  return true;
}

// Starts writing to disk while more data are made, so that little is left to wait for at the end.
// Only a hint: who needs the file to be there after a power cut syncs it.
void PieceWriter::BeginToDisk() const {
  ::sync_file_range(descriptor_, static_cast<off_t>(written_ - kBytesToDisk), kBytesToDisk,
                    SYNC_FILE_RANGE_WRITE);
}

}  // namespace orgreg::base
