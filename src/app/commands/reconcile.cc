// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/reconcile.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/backup/reconcile.h"
#include "app/commands.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "base/values/timestamp.h"

namespace orgreg::app {
namespace {

constexpr const char* kFooter =
    R"(For a database that was restored from a backup, or whose place a server took that lacked commits.
Nodes do not follow it, and it takes no batches, until this was done. Records that the folders of
--from have removed since are removed again: only reinstate (see orgreg apply) undoes that. Ids of
updates go on after all that were given; where no folder tells which those are, 10,000,000 are
skipped. All else that came after the restored state is lost, and the batches are named: send them
again. Nodes may run meanwhile; name the folder of the one that has most (orgreg cluster verify).
Run it as the user who owns the folder.)";

struct Arguments {
  std::vector<std::string> from;
  bool force = false;
};

std::string ShownTime(std::int64_t ms) { return base::Timestamp::FromMilliseconds(ms).ToString(); }

void TellOfLost(const ReconcileReport& done) {
  if (!done.lost) return;
  fmt::print(
      "{} has commit {}; what came after commit {} is lost, with {} updates and {} batches\n",
      done.most, done.lost->last.value, done.lost->common.value, done.lost->updates,
      done.batches.size());
  for (const std::string& batch : done.batches) fmt::print("lost batch: {}\n", batch);
}

int RunReconcile(const Arguments& arguments, const Settings& settings) {
  if (!HasDatabase(settings)) {
    return Fail({base::Code::kInvalid,
                 "the store is in a folder, which orgreg restore sets back: name the database "
                 "(--store postgresql://…)"});
  }
  const Place place = PlaceOf(settings);
  const auto report = Reconcile({.place = place, .from = arguments.from, .force = arguments.force});
  if (!report) return Fail(report.error());
  const ReconcileReport& done = *report;
  fmt::print("{} was {} at commit {}, of {}\n", place.shown_address(),
             done.was_whole ? "not set back, and is" : "set back, and is", done.found.value,
             ShownTime(done.found_ms));
  TellOfLost(done);
  fmt::print("{} records are removed again, up to commit {}\n", done.removed_again,
             done.commit.value);
  if (done.skipped_to != 0) fmt::print("updates continue with id {}\n", done.skipped_to + 1);
  for (const std::string& user : done.users)
    fmt::print(
        "user {} is in the shared list, and not in the folder: orgreg user remove ends the "
        "access\n",
        user);
  fmt::print("nodes follow it now\n");
  return kDone;
}

}  // namespace

void AddReconcile(Command cluster) {
  const auto arguments = std::make_shared<Arguments>();
  Command command =
      cluster.Sub("reconcile", "Repeat the removals that a database has lost which was set back");
  command.Add("--from", &arguments->from,
              "A folder that knows them: of a node, of a register or of a backup");
  command.Add("--force", &arguments->force,
              "Even if a node knows more than these folders, or there are none");
  command.Footer(kFooter);
  SettingFlags(command, {"store", "store_durability"}).Does([arguments](const Settings& settings) {
    return RunReconcile(*arguments, settings);
  });
}

}  // namespace orgreg::app
