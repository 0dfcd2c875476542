// SPDX-License-Identifier: EUPL-1.2

// The outcome of the last import of a kind, kept as a note of the store so that a server can report
// what another process did. It is written when the import ends, in any way; an import that is
// killed leaves the note of the previous one.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::records {

// The numbers are stored, and they are the exit codes of the import command: never change one.
enum class ImportOutcome : std::uint8_t {
  kDone = 0,
  kFailed = 1,
  kSomeBad = 4,    // The good records are stored.
  kNoneTaken = 5,  // Nothing is stored.
  kLeftOut = 6,    // The name of a bulk file was loaded before, with other content.
};

struct ImportNote {
  std::int64_t time_ms = 0;  // Since 1970, UTC.
  ImportOutcome outcome = ImportOutcome::kDone;
  std::uint64_t read = 0;  // All records, good and bad.
  std::uint64_t bad = 0;

  std::string ToText() const;
  static std::optional<ImportNote> Parse(std::string_view text);
  // The note's key in the store. `many` is the kind's name on the command line: "entities".
  static std::string KeyOf(std::string_view many);
};

}  // namespace orgreg::records
