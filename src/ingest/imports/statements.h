// SPDX-License-Identifier: EUPL-1.2

// Loads one file of financial statements: the official bulk XML, whose parts are given ids, or our
// own form, JSON or JSON lines, each record a statement as it is served with its id, and "aar" if
// its accounting year is not that of its last day; packed with gzip or not. Its statements are
// added; nothing is deleted. All of a file is one transaction. One thread reads and parses while
// another writes; memory stays small.
//
// A bulk file is identified by its name, without folders and ".gz", and loaded once: its parts
// would be given new ids otherwise. Loaded again on purpose, it replaces its statements: a part
// with the journal number and type of an earlier one keeps its id, and parts that it no longer has
// are deleted. Bad parts and records are reported and left out; a truncated or other file is an
// error that leaves the store as it was.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/imports/import.h"
#include "model/kind.h"
#include "records/register.h"

namespace orgreg::ingest {

struct StatementImportOptions {
  std::string file = {};  // "-" is standard input, which has no name and so is no bulk file.
  bool strict = false;    // The first bad record is an error.
  // A bulk file replaces the statements of the earlier one of its name.
  bool again = false;
  // Called from the reading thread, every few thousand records.
  std::function<void(const ImportProgress&)> progress = {};
};

struct StatementImportReport {
  enum class State : std::uint8_t {
    kLoaded,
    kRepeated,   // A bulk file of this name and content was loaded before: nothing is changed.
    kNameTaken,  // One of this name had another content: nothing is changed.
    kNoneTaken,  // No record is valid: nothing is stored.
  };

  State state = State::kLoaded;
  std::uint64_t read = 0;  // Records or parts, good and bad.
  std::uint64_t bad = 0;
  // The kind that most of the rejected records seem to be.
  std::optional<model::Kind> seems = {};
  std::vector<std::string> bad_records = {};  // Complaints::Lines.
  // Unknown members of our own form, by path, and in how many records.
  std::map<std::string, std::uint64_t> unknown_members = {};
  // Accounts of bulk files that occur twice in a part with different sums; the last one counts.
  std::uint64_t repeated_accounts = 0;
  records::FilingCounts filings = {};
  // The file was loaded again, but its earlier statements are unknown: a store of an earlier
  // version did not record them.
  bool is_earlier_unknown = false;
};

// Errors are those of Import.
base::Result<StatementImportReport> ImportStatements(records::Register* target,
                                                     const StatementImportOptions& options);

// The id of a bulk file's batch begins with this; a name follows. No other batch has a space in its
// id.
inline constexpr std::string_view kBulkBatchPrefix = "statements ";

// The names of all bulk files that were ever loaded, in order.
base::Result<std::vector<std::string>> LoadedBulkFiles(records::View* view);

}  // namespace orgreg::ingest
