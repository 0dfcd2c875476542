// How the last import of a kind ended, kept as a note of the store so that a server can report
// what another process did. It is written when the import ends, whatever became of it; an import
// that is killed leaves the note of the one before.

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
  kLeftOut = 6,    // A bulk file whose name was loaded with other content.
};

struct ImportNote {
  std::int64_t time_ms = 0;  // Since 1970, UTC.
  ImportOutcome outcome = ImportOutcome::kDone;
  std::uint64_t read = 0;  // Records, good and bad.
  std::uint64_t bad = 0;

  std::string ToText() const;
  static std::optional<ImportNote> Parse(std::string_view text);
  // The note's key in the store, of what is imported as the command line names it: "entities".
  static std::string KeyOf(std::string_view many);
};

}  // namespace orgreg::records
