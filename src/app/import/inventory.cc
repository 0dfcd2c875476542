// SPDX-License-Identifier: EUPL-1.2

#include "app/import/inventory.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

#include "app/progress_bar.h"
#include "app/shared/shared_number_keys.h"
#include "base/files/folder.h"
#include "base/values/date.h"
#include "model/kind.h"
#include "records/load.h"

namespace orgreg::app {
namespace {

using records::ImportOutcome;

// The current day in the local time zone.
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

// Units keep unknown members; their supplements do not.
void PrintFindings(const ingest::ImportReport& report, bool keeps_unknown) {
  PrintComplaints(report.bad_records);
  for (const auto& [path, count] : report.unknown_members) {
    fmt::print(stderr, "unknown member {}: {} {} records\n", path,
               keeps_unknown ? "kept in" : "left out of", count);
  }
  for (const auto& [what, odd] : report.odd_values) {
    fmt::print(stderr, "value kept as it is: {}: {} times; {}\n", what, odd.count, odd.example);
  }
}

void PrintCounts(const ingest::ImportReport& report, double seconds) {
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

ingest::ImportOptions OptionsOf(const ImportArguments& arguments, const NumberSealer& sealer) {
  return {.load = {.kind = arguments.row->kind,
                   .today = Today(),
                   .adds_only = arguments.adds_only,
                   .may_shrink = arguments.may_shrink,
                   .spool_folder = base::FolderOf(arguments.place.PathOf(PlacePart::kStore))},
          .files = arguments.from,
          .sealing = sealer.sealing(),
          .strict = arguments.strict};
}

ImportEnd Refuse(const ImportArguments& arguments, const ingest::ImportReport& report) {
  PrintComplaints(report.bad_records);
  PrintNoneTaken(arguments, report.read, report.seems);
  fmt::print(stderr, "Nothing was stored.\n");
  return {.outcome = ImportOutcome::kNoneTaken, .read = report.read, .bad = report.bad};
}

}  // namespace

ImportEnd ImportInventory(const ImportArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  if (base::Status found = CheckFiles(arguments.from); !found) return Failed(found.error());
  const auto sealer = NumberSealer::Make(arguments.numbers);
  if (!sealer) return Failed(sealer.error());
  auto store = OpenForImport(arguments);
  if (!store) return Failed(store.error());
  if (arguments.row->kind == model::Kind::kRoles) {
    base::Status fit = CompareNumberKeys((*store)->cluster(), sealer->vault());
    if (!fit) return Failed(fit.error());
  }
  records::Register target(store->get());
  const auto report = [&] {
    ProgressBar bar("reading " + std::string(arguments.many()));
    ingest::ImportOptions options = OptionsOf(arguments, *sealer);
    options.progress = ShowReading(&bar);
    return ingest::Import(&target, options);
  }();
  if (!report) return NotTaken(report.error());
  if (report->is_none_taken) return Refuse(arguments, *report);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  PrintFindings(*report, model::IsUnit(arguments.row->kind));
  PrintCounts(*report, elapsed.count());
  FinishImport(&target, arguments);
  return {.outcome = report->bad == 0 ? ImportOutcome::kDone : ImportOutcome::kSomeBad,
          .read = report->read,
          .bad = report->bad};
}

}  // namespace orgreg::app
