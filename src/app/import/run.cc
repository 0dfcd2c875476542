// SPDX-License-Identifier: EUPL-1.2

// RunNoted frames an import: it checks the files, runs the import, and keeps a note of its end. The
// functions before it are the parts that all imports share.

#include "app/import/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/catalog/catalog_builder.h"
#include "app/commands.h"
#include "app/commands/wipe.h"
#include "app/import/accounts.h"
#include "app/import/inventory.h"
#include "app/place/new_place.h"
#include "app/place/open_place.h"
#include "app/progress_bar.h"
#include "base/files/file_access.h"

namespace orgreg::app {
namespace {

using records::ImportOutcome;

// The note comes last and is short work, so it does not wait longer than this for another writer.
constexpr int kNoteWaitMs = 5000;

// Keeps how the import ended for the metrics of a server. Makes no store for that.
void NoteEnd(const ImportArguments& arguments, std::string_view name, const ImportEnd& end) {
  if (NewPlace(arguments.place).is_new()) return;
  auto store = OpenPlace(arguments.place, store::OpenMode::kReadWriteCreate,
                         {.busy_timeout_ms = kNoteWaitMs});
  // The import itself has reported the problem of the store.
  if (!store) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const records::ImportNote note{
      .time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count(),
      .outcome = end.outcome,
      .read = end.read,
      .bad = end.bad};
  const std::string key = records::ImportNote::KeyOf(name);
  if (base::Status noted = records::Register(store->get()).Note(key, note); !noted) {
    fmt::print(stderr, "orgreg: the metrics will not show how this import ended: {}\n",
               noted.error().message);
  }
}

// The import by the method of the kind.
ImportEnd ImportByKind(const ImportArguments& arguments) {
  switch (arguments.row->way) {
    case ImportWay::kInventory:
      return ImportInventory(arguments);
    case ImportWay::kFiles:
      return ImportStatementFiles(arguments);
    case ImportWay::kFolders:
      return ImportDocumentFolders(arguments);
  }
  return {.outcome = ImportOutcome::kFailed};
}

}  // namespace

ImportEnd Failed(const base::Error& error) {
  Fail(error);
  return {.outcome = ImportOutcome::kFailed};
}

ImportEnd NotTaken(const base::Error& error) {
  ImportEnd end = Failed(error);
  if (error.code == base::Code::kInvalid) end.outcome = ImportOutcome::kNoneTaken;
  fmt::print(stderr, "Nothing was stored.\n");
  return end;
}

base::Status CheckFiles(std::span<const std::string> files) {
  for (const std::string& file : files) {
    if (file == "-") continue;
    // A pipe is not opened: its writer would take that for the reader's coming and going.
    base::Status allowed = base::CheckFile(file, base::Access::kRead);
    if (allowed) continue;
    if (allowed.error().code == base::Code::kInvalid) {
      allowed.error().message += "; only documents are imported from folders";
    }
    return allowed;
  }
  return {};
}

base::Status CheckFolders(std::span<const std::string> folders) {
  for (const std::string& folder : folders) {
    base::Status allowed = base::CheckFolder(folder);
    if (allowed) continue;
    if (allowed.error().code == base::Code::kInvalid) {
      allowed.error().message += "; documents are imported from their folder";
    }
    return allowed;
  }
  return {};
}

base::Result<std::unique_ptr<store::Store>> OpenForImport(const ImportArguments& arguments) {
  const auto say = [path = arguments.place.path(), wait_s = arguments.wait_s] {
    SayWaiting(path, wait_s);
  };
  const auto hold = TRY(HoldPlace(arguments.place));
  return OpenPlace(arguments.place, store::OpenMode::kReadWriteCreate,
                   {.busy_timeout_ms = arguments.wait_s * 1000,
                    .on_wait = say,
                    .accepts_clock = arguments.accepts_clock});
}

void PrintNoneTaken(const ImportArguments& arguments, std::uint64_t read,
                    std::optional<model::Kind> seems) {
  const bool is_one = arguments.from.size() == 1 || arguments.row->way != ImportWay::kInventory;
  if (seems) {
    const std::string_view many = model::RowOf(*seems).many;
    fmt::print(stderr, "orgreg: {} {}: orgreg import {}\n",
               is_one ? "this file holds" : "these files hold", many, many);
  } else {
    fmt::print(stderr, "orgreg: none of the {} records is valid\n", read);
  }
}

void PrintComplaints(std::span<const std::string> lines) {
  for (const std::string& line : lines) fmt::print(stderr, "{}\n", line);
}

std::function<void(const ingest::ImportProgress&)> ShowReading(ProgressBar* bar) {
  return [bar](const ingest::ImportProgress& progress) {
    std::optional<double> share;
    if (progress.total_bytes) {
      share = static_cast<double>(progress.bytes) /
              static_cast<double>(std::max<std::uint64_t>(*progress.total_bytes, 1));
    }
    bar->Show(progress.records, share);
  };
}

void FinishImport(records::Register* target, const ImportArguments& arguments) {
  WipeWithdrawn(target, arguments.place);
  CatalogBuilder builder(target, arguments.place);
  if (base::Status kept = builder.KeepBase(arguments.row->kind); !kept) {
    fmt::print(stderr, "orgreg: the records are stored, but not indexed: {}\n",
               kept.error().message);
  }
}

int RunNoted(const ImportArguments& arguments, std::string_view name,
             const std::function<ImportEnd()>& import) {
  const NewPlace fresh(arguments.place);
  const ImportEnd end = import();
  const bool is_unchanged =
      end.outcome == ImportOutcome::kFailed || end.outcome == ImportOutcome::kNoneTaken;
  if (is_unchanged) fresh.Discard();
  NoteEnd(arguments, name, end);
  return ExitCodeOf(end.outcome);
}

int RunImport(const ImportArguments& arguments) {
  return RunNoted(arguments, arguments.many(), [&arguments] { return ImportByKind(arguments); });
}

}  // namespace orgreg::app
