#include "ingest/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>

#include "app/catalog_builder.h"
#include "app/commands.h"
#include "app/import_accounts.h"
#include "app/number_sealing.h"
#include "app/progress_bar.h"
#include "app/setting_flags.h"
#include "app/wipe.h"
#include "store/sqlite_store.h"

namespace orgreg::app {
namespace {

constexpr const char* kImportFooter =
    R"(All files of a run together are the inventory of their kind. The first one is loaded as
it is; a newer one becomes changes in the update feed, and live records that it lacks are
deleted as of today. More than 2 % missing is taken for a broken inventory and refused.
Files of deleted and removed records alone delete nothing.
Statements and documents are added to what there is, and nothing is deleted: statements from
bulk files (XML), each loaded once, or one a record as they are served, with their ids;
documents from folders of PDF files whose names say whose they are (choices.md).
Bad records are listed with position and reason, the others are loaded. A file that is
cut off or damaged is refused whole.)";

struct ImportArguments {
  std::string kind;
  std::string store;
  ingest::ImportOptions options;
  NumberOptions numbers;
};

// Units keep members that are not known; what supplements them does not.
void PrintReport(const ingest::ImportReport& report, bool keeps_unknown, double seconds) {
  for (const std::string& bad : report.bad_records) fmt::print(stderr, "{}\n", bad);
  const std::uint64_t unshown = report.bad - report.bad_records.size();
  if (unshown != 0) fmt::print(stderr, "… and {} more bad records\n", unshown);
  for (const auto& [path, count] : report.unknown_members) {
    fmt::print(stderr, "unknown member {}: {} {} records\n", path,
               keeps_unknown ? "kept in" : "left out of", count);
  }
  const records::LoadCounts& loaded = report.loaded;
  fmt::print(
      "{} records read in {:.1f} s: {} added, {} replaced, {} unchanged, {} deleted, {} bad\n",
      report.read, seconds, loaded.added, loaded.replaced, loaded.unchanged, loaded.deleted,
      report.bad);
  if (loaded.kept_removed != 0) {
    fmt::print("{} records were removed from publication before and stay so\n",
               loaded.kept_removed);
  }
  if (loaded.spared != 0) {
    fmt::print("{} live records are missing and were not deleted: they may be among the bad ones\n",
               loaded.spared);
  }
}

// The day it is here, as a calendar on the wall has it.
base::Date Today() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  localtime_r(&now, &local);
  const std::chrono::year_month_day day(std::chrono::year(local.tm_year + 1900),
                                        std::chrono::month(static_cast<unsigned>(local.tm_mon + 1)),
                                        std::chrono::day(static_cast<unsigned>(local.tm_mday)));
  const auto days = std::chrono::sys_days(day).time_since_epoch().count();
  return base::Date::FromDays(static_cast<std::int32_t>(days));
}

model::Kind KindCalled(std::string_view many) {
  return std::ranges::find(model::kKindRows, many, &model::KindRow::many)->kind;
}

// Whether what is imported is added to what there is, file by file.
bool IsAdded(model::Kind kind) {
  return kind == model::Kind::kStatements || kind == model::Kind::kDocuments;
}

int RunAccounts(const ImportArguments& arguments) {
  if (arguments.options.load.adds_only || arguments.options.load.may_shrink) {
    fmt::print(stderr,
               "orgreg: statements and documents are always added: --add and --allow-shrink are "
               "for total inventories\n");
    return kMisused;
  }
  const AccountsImport import{.store = arguments.store,
                              .from = arguments.options.files,
                              .strict = arguments.options.strict};
  return arguments.options.load.kind == model::Kind::kStatements ? ImportStatementFiles(import)
                                                                 : ImportDocumentFolders(import);
}

int RunImport(ImportArguments& arguments) {
  if (IsAdded(arguments.options.load.kind)) return RunAccounts(arguments);
  const auto start = std::chrono::steady_clock::now();
  // A file that is not there is found out before a store is made for it.
  if (base::Status found = CheckFiles(arguments.options.files); !found) return Fail(found.error());
  const auto sealer = NumberSealer::Make(arguments.numbers);
  if (!sealer) return Fail(sealer.error());
  arguments.options.sealing = sealer->sealing();
  arguments.options.load.today = Today();
  const std::filesystem::path folder = std::filesystem::path(arguments.store).parent_path();
  arguments.options.load.spool_folder = folder.empty() ? "." : folder.string();
  auto store = store::OpenSqlite(arguments.store, store::OpenMode::kReadWriteCreate);
  if (!store) return Fail(store.error());
  records::Register target(store->get());
  base::Result<ingest::ImportReport> report = [&] {
    ProgressBar bar("reading " + arguments.kind);
    arguments.options.progress = [&bar](const ingest::ImportProgress& progress) {
      std::optional<double> share;
      if (progress.total_bytes)
        share = static_cast<double>(progress.bytes) /
                static_cast<double>(std::max<std::uint64_t>(*progress.total_bytes, 1));
      bar.Show(progress.records, share);
    };
    return ingest::Import(&target, arguments.options);
  }();
  if (!report) {
    const int code = Fail(report.error());
    fmt::print(stderr, "The store is as it was.\n");
    return code;
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  PrintReport(*report, model::IsUnit(arguments.options.load.kind), elapsed.count());
  WipeWithdrawn(&target, records::DocumentFolder::BesideStore(arguments.store));
  // The index is made now, so that a server starts at once.
  CatalogBuilder builder(&target, arguments.store);
  if (base::Status status = builder.KeepBase(arguments.options.load.kind); !status) {
    fmt::print(stderr, "orgreg: the records are stored, but not indexed: {}\n",
               status.error().message);
  }
  return kDone;
}

}  // namespace

void AddImport(Command program) {
  const auto arguments = std::make_shared<ImportArguments>();
  Command command = program.Sub("import", "Load total inventories into the register");
  std::vector<std::string> kinds;
  kinds.reserve(model::kKindRows.size());
  for (const model::KindRow& row : model::kKindRows) kinds.emplace_back(row.many);
  command.Add("kind", &arguments->kind, fmt::format("{}", fmt::join(kinds, ", ")))
      .Required()
      .OneOf(kinds);
  command
      .Add("files", &arguments->options.files,
           "JSON, JSON lines or CSV, packed with gzip or not; - reads standard input; "
           "folders, of documents")
      .Required();
  command.Add("--strict", &arguments->options.strict,
              "Stop at the first bad record and leave the store as it was");
  command.Add("--add", &arguments->options.load.adds_only,
              "Only add and change; records that the files lack stay as they are");
  command.Add("--allow-shrink", &arguments->options.load.may_shrink,
              "Delete the records that the files lack, however many");
  command.Footer(kImportFooter);
  SettingFlags(command, {"store", "number_keys", "number_rule"})
      .Does([arguments](const Settings& settings) {
        arguments->store = settings.store;
        arguments->numbers = NumberOptionsOf(settings);
        arguments->options.load.kind = KindCalled(arguments->kind);
        return RunImport(*arguments);
      });
}

}  // namespace orgreg::app
