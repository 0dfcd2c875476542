// SPDX-License-Identifier: EUPL-1.2

// Statement files and document folders are loaded one by one. A Tally adds up their results, from
// which the exit code follows.

#include "app/import/accounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/progress_bar.h"
#include "app/shared/shared_documents.h"
#include "ingest/imports/documents.h"
#include "ingest/imports/statements.h"
#include "records/documents/folder.h"

namespace orgreg::app {
namespace {

using records::ImportOutcome;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void PrintKeptRemoved(std::uint64_t count) {
  if (count == 0) return;
  fmt::print("{} are of organisations that were removed from publication, and left out\n", count);
}

// Prints the problems of the file and its result.
void Print(const ingest::StatementImportReport& report, const std::string& file, double seconds) {
  PrintComplaints(report.bad_records);
  for (const auto& [path, count] : report.unknown_members) {
    fmt::print(stderr, "unknown member {}: left out of {} records\n", path, count);
  }
  if (report.repeated_accounts != 0) {
    fmt::print(stderr, "{} accounts occur twice in their part; the last one counts\n",
               report.repeated_accounts);
  }
  if (report.is_earlier_unknown) {
    fmt::print(stderr,
               "{}: the store does not know what this file brought before; statements with the "
               "journal numbers of its parts were replaced, and none was deleted\n",
               file);
  }
  fmt::print("{}: {} read in {:.1f} s: {} added, {} replaced, {} unchanged, {} deleted, {} bad\n",
             file, report.read, seconds, report.filings.added, report.filings.replaced,
             report.filings.unchanged, report.filings.deleted, report.bad);
  PrintKeptRemoved(report.filings.kept_removed);
}

// The results of the files or folders so far.
class Tally {
 public:
  void Count(std::uint64_t read, std::uint64_t bad) {
    end_.read += read;
    end_.bad += bad;
    is_any_stored_ = is_any_stored_ || read != bad || read == 0;
    is_any_bad_ = is_any_bad_ || bad != 0;
  }
  void CountKnown() { is_any_stored_ = true; }
  void CountLeftOut() { is_any_left_out_ = true; }

  // The highest code that applies to any of them, but "none taken" only where it is so of all.
  ImportEnd End() const {
    ImportEnd end = end_;
    if (is_any_left_out_) {
      end.outcome = ImportOutcome::kLeftOut;
    } else if (is_any_bad_) {
      end.outcome = is_any_stored_ ? ImportOutcome::kSomeBad : ImportOutcome::kNoneTaken;
    }
    return end;
  }
  ImportEnd Failed(const base::Error& error) const {
    ImportEnd end = end_;
    // The records of earlier files stay stored.
    end.outcome = is_any_stored_ ? app::Failed(error).outcome : NotTaken(error).outcome;
    return end;
  }

 private:
  ImportEnd end_ = {};
  bool is_any_stored_ = false;
  bool is_any_bad_ = false;
  bool is_any_left_out_ = false;
};

void Settle(const ImportArguments& arguments, const ingest::StatementImportReport& report,
            const std::string& file, double seconds, Tally* tally) {
  using State = ingest::StatementImportReport::State;
  switch (report.state) {
    case State::kLoaded:
      Print(report, file, seconds);
      return tally->Count(report.read, report.bad);
    case State::kRepeated:
      fmt::print("{} was loaded before, with the same content\n", file);
      return tally->CountKnown();
    case State::kNameTaken:
      fmt::print(stderr,
                 "orgreg: {} is left out: a file of this name was loaded before with other "
                 "content; --again replaces its statements\n",
                 file);
      return tally->CountLeftOut();
    case State::kNoneTaken:
      PrintComplaints(report.bad_records);
      PrintNoneTaken(arguments, report.read, report.seems);
      fmt::print(stderr, "Nothing of {} was stored.\n", file);
      return tally->Count(report.read, report.bad);
  }
}

base::Status LoadStatements(records::Register* target, const ImportArguments& arguments,
                            const std::string& file, Tally* tally) {
  const Clock::time_point start = Clock::now();
  const auto report = TRY([&] {
    ProgressBar bar("reading statements");
    return ingest::ImportStatements(target, {.file = file,
                                             .strict = arguments.strict,
                                             .again = arguments.again,
                                             .progress = ShowReading(&bar)});
  }());
  Settle(arguments, report, file, SecondsSince(start), tally);
  return {};
}

base::Result<ingest::DocumentImportReport> CopyDocuments(records::Register* target,
                                                         const ImportArguments& arguments,
                                                         const std::string& folder) {
  ProgressBar bar("copying documents");
  ingest::DocumentImportOptions options{.from = folder, .strict = arguments.strict};
  options.progress = [&bar](std::uint64_t done, std::uint64_t all) {
    bar.Show(done,
             static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1)));
  };
  const auto shared = TRY(SharedDocuments::Of(arguments.place));
  if (shared != nullptr) {
    options.stored = [&shared](const records::StoredDocument& document) {
      return shared->Put(document);
    };
  }
  return ingest::ImportDocuments(
      target, records::DocumentFolder::At(arguments.place.PathOf(PlacePart::kDocuments)), options);
}

base::Status LoadDocuments(records::Register* target, const ImportArguments& arguments,
                           const std::string& folder, Tally* tally) {
  const Clock::time_point start = Clock::now();
  const auto report = TRY(CopyDocuments(target, arguments, folder));
  PrintComplaints(report.bad_files);
  fmt::print("{}: {} files read in {:.1f} s: {} added, {} replaced, {} unchanged, {} bad\n", folder,
             report.read, SecondsSince(start), report.documents.added, report.documents.replaced,
             report.documents.unchanged, report.bad);
  PrintKeptRemoved(report.documents.kept_removed);
  tally->Count(report.read, report.bad);
  return {};
}

using LoadOne = base::Status (*)(records::Register*, const ImportArguments&, const std::string&,
                                 Tally*);

ImportEnd LoadEach(const ImportArguments& arguments, LoadOne load) {
  auto store = OpenForImport(arguments);
  if (!store) return Failed(store.error());
  records::Register target(store->get());
  Tally tally;
  for (const std::string& one : arguments.from) {
    if (base::Status loaded = load(&target, arguments, one, &tally); !loaded) {
      return tally.Failed(loaded.error());
    }
  }
  const ImportEnd end = tally.End();
  if (end.outcome != ImportOutcome::kNoneTaken) FinishImport(&target, arguments);
  return end;
}

}  // namespace

ImportEnd ImportStatementFiles(const ImportArguments& arguments) {
  if (base::Status found = CheckFiles(arguments.from); !found) return Failed(found.error());
  return LoadEach(arguments, LoadStatements);
}

ImportEnd ImportDocumentFolders(const ImportArguments& arguments) {
  if (base::Status found = CheckFolders(arguments.from); !found) return Failed(found.error());
  return LoadEach(arguments, LoadDocuments);
}

}  // namespace orgreg::app
