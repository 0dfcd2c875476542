// SPDX-License-Identifier: EUPL-1.2

// The parts of every import: the place, which is made if it is missing and deleted again if nothing
// was stored; the check that the files exist; the index that is made at the end; and the note of
// how the import ended. For one thread.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/kinds.h"
#include "app/place/place.h"
#include "app/settings/number_sealing.h"
#include "base/result.h"
#include "ingest/imports/import.h"
#include "records/import_note.h"
#include "records/register.h"
#include "store/store.h"

namespace orgreg::app {

class ProgressBar;

struct ImportArguments {
  const ImportKindRow* row = nullptr;
  Place place = {};
  std::vector<std::string> from = {};  // Files, or folders of documents.
  bool strict = false;
  bool adds_only = false;
  bool may_shrink = false;
  bool again = false;
  bool accepts_clock = false;
  int wait_s = 60;
  NumberOptions numbers = {};

  std::string_view many() const { return model::RowOf(row->kind).many; }
};

// How an import ended, as far as it is known.
struct ImportEnd {
  records::ImportOutcome outcome = records::ImportOutcome::kDone;
  std::uint64_t read = 0;
  std::uint64_t bad = 0;
};

// Prints the error on standard error.
ImportEnd Failed(const base::Error& error);
// Prints the error of an import that ended with it, and that nothing was stored: a failure, or
// input without a usable record.
ImportEnd NotTaken(const base::Error& error);

// Succeeds if each file exists and may be read. "-" is standard input.
base::Status CheckFiles(std::span<const std::string> files);
base::Status CheckFolders(std::span<const std::string> folders);

// Opens the store for writing, in a place that is made if it is missing. Waits for another writer,
// and says so.
base::Result<std::unique_ptr<store::Store>> OpenForImport(const ImportArguments& arguments);

// Prints one sentence each on standard error, and that nothing was stored.
void PrintNoneTaken(const ImportArguments& arguments, std::uint64_t read,
                    std::optional<model::Kind> seems);
void PrintComplaints(std::span<const std::string> lines);

// Shows how far a file has been read.
std::function<void(const ingest::ImportProgress&)> ShowReading(ProgressBar* bar);

// Overwrites withdrawn records, and makes the index now, so that a server starts at once.
void FinishImport(records::Register* target, const ImportArguments& arguments);

// Runs an import, keeps a note of how it ended under the name (records::ImportNote::KeyOf), and
// returns the exit code. A place that it made is deleted if nothing was stored in it.
int RunNoted(const ImportArguments& arguments, std::string_view name,
             const std::function<ImportEnd()>& import);

// The same with the import of the row's kind.
int RunImport(const ImportArguments& arguments);

}  // namespace orgreg::app
