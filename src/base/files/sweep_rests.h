// SPDX-License-Identifier: EUPL-1.2

// Deletes the unfinished files that killed processes left. Such a rest is a regular file of this
// process's user, known by its name, that no process is writing. All other files stay. Safe from
// any thread, while any other process runs.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::base {

// The names of files that are being made.
enum class RestForm : std::uint8_t {
  kPart,         // STEM.part-XXXXXX (new_file.h)
  kClaim,        // STEM.tmp (formats/file_writer.h); in earlier versions with the bytes of the file
  kEarlierCopy,  // STEM.partial-XXXXXX, a copy of a store by an earlier version
  kEarlierPart,  // STEM.part.PID, a segment by an earlier version
};

inline constexpr std::string_view kPartEnding = ".part-";
inline constexpr std::string_view kClaimEnding = ".tmp";
inline constexpr std::size_t kRestDigits = 6;

struct Rest {
  std::string_view stem = {};  // The name that the file was to have, without its folder.
  RestForm form = RestForm::kPart;
  int descriptor = -1;  // Open for reading, for a look into the file; -1 from ParseRest.
};

// Nothing where it is not the name of a file that is being made.
std::optional<Rest> ParseRest(std::string_view name);

// Shows other processes that this one makes the file, for as long as the descriptor is open. False
// where a sweep is deleting it at the moment.
bool MarkAsBeingMade(int descriptor);

// Deletes the rests in a folder for which `is_ours` holds, and returns their number: 0 for a folder
// that does not exist, or that cannot be read or written.
std::size_t SweepRests(const std::string& folder, const std::function<bool(const Rest&)>& is_ours);

}  // namespace orgreg::base
