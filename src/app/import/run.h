// The parts that every import has: the store that is made when it is missing and taken away again
// when nothing was stored, the files that must be there, the index that is made at the end, and the
// note of how it ended. For one thread.

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
  std::string store = {};
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

// How an import ended, so far as it is known.
struct ImportEnd {
  records::ImportOutcome outcome = records::ImportOutcome::kDone;
  std::uint64_t read = 0;
  std::uint64_t bad = 0;
};

// Prints the error on standard error.
ImportEnd Failed(const base::Error& error);
// The same of an import that ended with it, and that nothing was stored: a failure, or input of
// which nothing could be taken.
ImportEnd NotTaken(const base::Error& error);

// Each file is there and may be read. "-" is standard input.
base::Status CheckFiles(std::span<const std::string> files);
base::Status CheckFolders(std::span<const std::string> folders);

// Opens the store to write in; waits for another writer, and says so.
base::Result<std::unique_ptr<store::Store>> OpenForImport(const ImportArguments& arguments);

// One sentence each on standard error, and that nothing was stored.
void PrintNoneTaken(const ImportArguments& arguments, std::uint64_t read,
                    std::optional<model::Kind> seems);
void PrintComplaints(std::span<const std::string> lines);

// Shows how far a file has been read.
std::function<void(const ingest::ImportProgress&)> ShowReading(ProgressBar* bar);

// Overwrites what is withdrawn, and makes the index now, so that a server starts at once.
void FinishImport(records::Register* target, const ImportArguments& arguments);

// Runs an import, keeps a note of how it ended under the name (records::ImportNote::KeyOf), and
// gives the exit code. No store is left behind that it made and stored nothing in.
int RunNoted(const ImportArguments& arguments, std::string_view name,
             const std::function<ImportEnd()>& import);

// The same with the import of the row's kind.
int RunImport(const ImportArguments& arguments);

}  // namespace orgreg::app
