#include "app/import_accounts.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>

#include "app/catalog_builder.h"
#include "app/commands.h"
#include "app/progress_bar.h"
#include "app/wipe.h"
#include "ingest/import_documents.h"
#include "ingest/import_statements.h"
#include "store/sqlite_store.h"

namespace orgreg::app {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void PrintBad(std::span<const std::string> shown, std::uint64_t count) {
  for (const std::string& bad : shown) fmt::print(stderr, "{}\n", bad);
  if (count > shown.size()) fmt::print(stderr, "… and {} more bad ones\n", count - shown.size());
}

void PrintKeptRemoved(std::uint64_t count) {
  if (count == 0) return;
  fmt::print("{} are of organisations that were removed from publication, and left out\n", count);
}

void Print(const ingest::StatementImportReport& report, const std::string& file, double seconds) {
  using State = ingest::StatementImportReport::State;
  if (report.state == State::kRepeated) return fmt::print("{} was loaded before\n", file);
  if (report.state == State::kNameTaken) {
    fmt::print("{} is left out: another file of this name was loaded before\n", file);
    return;
  }
  PrintBad(report.bad_records, report.bad);
  for (const auto& [path, count] : report.unknown_members) {
    fmt::print(stderr, "unknown member {}: left out of {} records\n", path, count);
  }
  if (report.repeated_accounts != 0) {
    fmt::print(stderr, "{} accounts stand twice in their part; the last one counts\n",
               report.repeated_accounts);
  }
  fmt::print("{}: {} read in {:.1f} s: {} added, {} replaced, {} unchanged, {} bad\n", file,
             report.read, seconds, report.filings.added, report.filings.replaced,
             report.filings.unchanged, report.bad);
  PrintKeptRemoved(report.filings.kept_removed);
}

void Print(const ingest::DocumentImportReport& report, const std::string& folder, double seconds) {
  PrintBad(report.bad_files, report.bad);
  fmt::print("{}: {} files read in {:.1f} s: {} added, {} replaced, {} unchanged, {} bad\n", folder,
             report.read, seconds, report.documents.added, report.documents.replaced,
             report.documents.unchanged, report.bad);
  PrintKeptRemoved(report.documents.kept_removed);
}

// The index is made now, so that a server starts at once.
void KeepIndex(records::Register* target, const AccountsImport& import, model::Kind kind) {
  WipeWithdrawn(target, records::DocumentFolder::BesideStore(import.store));
  CatalogBuilder builder(target, import.store);
  if (base::Status status = builder.KeepBase(kind); !status) {
    fmt::print(stderr, "orgreg: the records are stored, but not indexed: {}\n",
               status.error().message);
  }
}

base::Status LoadStatements(records::Register* target, const std::string& file, bool strict) {
  const Clock::time_point start = Clock::now();
  const auto report = [&] {
    ProgressBar bar("reading statements");
    ingest::StatementImportOptions options{.file = file, .strict = strict};
    options.progress = [&bar](const ingest::ImportProgress& progress) {
      std::optional<double> share;
      if (progress.total_bytes)
        share = static_cast<double>(progress.bytes) /
                static_cast<double>(std::max<std::uint64_t>(*progress.total_bytes, 1));
      bar.Show(progress.records, share);
    };
    return ingest::ImportStatements(target, options);
  }();
  if (!report) return report.error();
  Print(*report, file, SecondsSince(start));
  return {};
}

base::Status LoadDocuments(records::Register* target, const AccountsImport& import,
                           const std::string& folder) {
  const Clock::time_point start = Clock::now();
  const auto report = [&] {
    ProgressBar bar("copying documents");
    ingest::DocumentImportOptions options{.from = folder, .strict = import.strict};
    options.progress = [&bar](std::uint64_t done, std::uint64_t all) {
      bar.Show(done,
               static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1)));
    };
    return ingest::ImportDocuments(target, records::DocumentFolder::BesideStore(import.store),
                                   options);
  }();
  if (!report) return report.error();
  Print(*report, folder, SecondsSince(start));
  return {};
}

}  // namespace

base::Status CheckFiles(std::span<const std::string> files) {
  for (const std::string& file : files) {
    if (file == "-") continue;
    struct stat about = {};
    // A pipe is not opened: its writer would take that for the reader's coming and going.
    const bool is_readable = stat(file.c_str(), &about) == 0 && access(file.c_str(), R_OK) == 0;
    if (is_readable && !S_ISDIR(about.st_mode)) continue;
    if (is_readable) return base::Error{base::Code::kInvalid, "is a folder"}.At(file);
    const base::Code code = errno == ENOENT ? base::Code::kNotFound : base::Code::kIo;
    return base::Error{code, std::strerror(errno)}.At(file);
  }
  return {};
}

int ImportStatementFiles(const AccountsImport& import) {
  // A file that is not there is found out before a store is made for it.
  if (base::Status found = CheckFiles(import.from); !found) return Fail(found.error());
  auto store = store::OpenSqlite(import.store, store::OpenMode::kReadWriteCreate);
  if (!store) return Fail(store.error());
  records::Register target(store->get());
  for (const std::string& file : import.from) {
    const base::Status loaded = LoadStatements(&target, file, import.strict);
    if (!loaded) return Fail(loaded.error());
  }
  KeepIndex(&target, import, model::Kind::kStatements);
  return kDone;
}

int ImportDocumentFolders(const AccountsImport& import) {
  std::error_code error;
  for (const std::string& folder : import.from) {
    if (std::filesystem::is_directory(folder, error)) continue;
    return Fail(base::Error{base::Code::kNotFound, "is no folder"}.At(folder));
  }
  auto store = store::OpenSqlite(import.store, store::OpenMode::kReadWriteCreate);
  if (!store) return Fail(store.error());
  records::Register target(store->get());
  for (const std::string& folder : import.from) {
    const base::Status loaded = LoadDocuments(&target, import, folder);
    if (!loaded) return Fail(loaded.error());
  }
  KeepIndex(&target, import, model::Kind::kDocuments);
  return kDone;
}

}  // namespace orgreg::app
