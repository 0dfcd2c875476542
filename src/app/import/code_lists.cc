// SPDX-License-Identifier: EUPL-1.2

// The files are loaded one by one; afterwards the indexes of the kinds whose codes have changed are
// rebuilt.

#include "app/import/code_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "app/catalog/catalog_builder.h"
#include "app/exit_code.h"
#include "app/import/run.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "ingest/imports/code_lists.h"
#include "model/codes/code_list_set.h"
#include "model/kind.h"

namespace orgreg::app {
namespace {

using records::ImportOutcome;

constexpr std::size_t kMostShown = 1000;
constexpr int kMostWaitSeconds = 86'400;

constexpr const char* kNeeds =
    R"(Needs CSV with a header, one code a row. The columns list and code are needed; text, retired_on
(a day, or - for a code that is not retired), used_by (entity or sub-entity) and parent (of
industrial codes) may be there. An empty cell leaves what the list says. A row adds the code, gives
it another text, or retires it: from that day on it is looked up, but not listed.)";

constexpr const char* kRule =
    R"(Each file is taken whole, or not at all where a row is bad. What is imported is kept in the store,
over the lists of the program, and a running server takes it up. docs/code-lists.md has more.)";

std::string Footer() {
  constexpr std::array kCodes = {kDone, kFailed, kMisused, kSomeBad, kNoneTaken};
  std::string lists;
  for (const model::CodeListRow& row : model::kCodeListRows)
    lists.append(lists.empty() ? "" : ", ").append(row.name);
  return fmt::format(
      "{}\nLists: {}\n{}\nFiles may be packed with gzip; - reads standard input.\n\n"
      "Example: orgreg import {} codes.csv\n\n{}",
      kNeeds, lists, kRule, kCodeListsImport, ExitCodeHelp(kCodes));
}

void PrintBad(const ingest::CodeImportReport& report, const std::string& file) {
  const std::size_t shown = std::min(report.bad_rows.size(), kMostShown);
  for (std::size_t at = 0; at < shown; ++at)
    fmt::print(stderr, "{}: {}\n", file, report.bad_rows[at]);
  if (shown < report.bad_rows.size())
    fmt::print(stderr, "{}: {} more bad rows\n", file, report.bad_rows.size() - shown);
  fmt::print(stderr, "Nothing of {} was stored.\n", file);
}

std::array<std::uint64_t, model::kKindCount> Fingerprints() {
  std::array<std::uint64_t, model::kKindCount> prints = {};
  for (const model::Kind kind : model::kKinds)
    prints[model::IndexOf(kind)] = model::CurrentCodeLists().FingerprintFor(kind);
  return prints;
}

// Rebuilds the indexes that depend on the changes now, so that a server starts at once.
void IndexAnew(const records::Register& source, const Place& place,
               const std::array<std::uint64_t, model::kKindCount>& before) {
  CatalogBuilder builder(&source, place);
  for (const model::Kind kind : model::kKinds) {
    if (Fingerprints()[model::IndexOf(kind)] == before[model::IndexOf(kind)]) continue;
    if (base::Status kept = builder.KeepBase(kind); !kept) {
      fmt::print(stderr, "orgreg: the codes are stored, but {} are not indexed: {}\n",
                 model::RowOf(kind).many, kept.error().message);
    }
  }
}

// The files, one after the other.
class FilesOfCodes {
 public:
  explicit FilesOfCodes(records::Register* target) : target_(target) {}

  base::Status Load(const std::string& file) {
    const auto report = TRY(ingest::ImportCodeLists(target_, file));
    end_.read += report.read;
    end_.bad += report.bad;
    if (report.bad != 0) {
      PrintBad(report, file);
      return {};
    }
    is_any_stored_ = true;
    fmt::print("{}: {} read: {} added, {} changed, {} unchanged\n", file, report.read,
               report.codes.added, report.codes.changed, report.codes.unchanged);
    return {};
  }

  ImportEnd End() const {
    ImportEnd end = end_;
    if (end.bad != 0)
      end.outcome = is_any_stored_ ? ImportOutcome::kSomeBad : ImportOutcome::kNoneTaken;
    return end;
  }
  // The codes of earlier files stay stored.
  ImportEnd Failed(const base::Error& error) const {
    ImportEnd end = end_;
    end.outcome = is_any_stored_ ? app::Failed(error).outcome : NotTaken(error).outcome;
    return end;
  }

 private:
  records::Register* target_;
  ImportEnd end_ = {};
  bool is_any_stored_ = false;
};

ImportEnd ImportFiles(const ImportArguments& arguments) {
  if (base::Status found = CheckFiles(arguments.from); !found) return Failed(found.error());
  auto store = OpenForImport(arguments);
  if (!store) return Failed(store.error());
  records::Register target(store->get());
  if (base::Status installed = target.InstallCodeLists(); !installed)
    return Failed(installed.error());
  const auto before = Fingerprints();
  FilesOfCodes files(&target);
  base::Status loaded;
  for (const std::string& file : arguments.from) {
    loaded = files.Load(file);
    if (!loaded) break;
  }
  IndexAnew(target, arguments.place, before);
  return loaded ? files.End() : files.Failed(loaded.error());
}

}  // namespace

void AddCodeListImport(Command import) {
  const auto arguments = std::make_shared<ImportArguments>();
  Command command =
      import.Sub(std::string(kCodeListsImport), "Codes that are added, changed or retired");
  command.Add("files", &arguments->from, "The files; - reads standard input").Required();
  command.Add("--wait", &arguments->wait_s, "Seconds to wait for another process that writes")
      .Between(0, kMostWaitSeconds)
      .ShowDefault();
  command.Footer(Footer());
  SettingFlags(command, {"data", "store", "accept_clock"}).Does([arguments](const Settings& given) {
    arguments->place = PlaceOf(given);
    arguments->accepts_clock = given.accept_clock;
    return RunNoted(*arguments, kCodeListsImport, [&arguments] { return ImportFiles(*arguments); });
  });
}

}  // namespace orgreg::app
