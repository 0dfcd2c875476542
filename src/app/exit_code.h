// SPDX-License-Identifier: EUPL-1.2

// The exit codes of all commands, one row each: --help and the README show this table.

#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "records/import_note.h"

namespace orgreg::app {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kMisused = 2;
inline constexpr int kRefused = 3;
// Only imports use the next codes. Their outcome is also kept in the store.
constexpr int ExitCodeOf(records::ImportOutcome outcome) { return static_cast<int>(outcome); }
inline constexpr int kSomeBad = ExitCodeOf(records::ImportOutcome::kSomeBad);
inline constexpr int kNoneTaken = ExitCodeOf(records::ImportOutcome::kNoneTaken);
inline constexpr int kLeftOut = ExitCodeOf(records::ImportOutcome::kLeftOut);
static_assert(ExitCodeOf(records::ImportOutcome::kDone) == kDone);
static_assert(ExitCodeOf(records::ImportOutcome::kFailed) == kFailed);

struct ExitCodeRow {
  int code = 0;
  std::string_view meaning = {};
};
inline constexpr std::array kExitCodes = {
    ExitCodeRow{kDone, "done"},
    ExitCodeRow{kFailed, "failed: a file, the store or the system has an error"},
    ExitCodeRow{kMisused, "used wrongly: the command line or a setting is wrong"},
    ExitCodeRow{kRefused, "refused: a batch or an audit log is invalid"},
    ExitCodeRow{kSomeBad, "import: some records are bad; the good ones are stored"},
    ExitCodeRow{kNoneTaken, "import: no record is valid; nothing is stored"},
    ExitCodeRow{kLeftOut,
                "import: a bulk file of statements is left out, because another one of "
                "its name was loaded"},
};

// The rows of these codes, each on a line of its own after "Exit codes:".
std::string ExitCodeHelp(std::span<const int> codes);
// The same for all rows.
std::string ExitCodeHelp();

}  // namespace orgreg::app
