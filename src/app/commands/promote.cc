// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_code.h"
#include "app/place/source_mark.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"

namespace orgreg::app {
namespace {

constexpr const char* kFooter =
    R"(A replica takes what its source has, and nothing else may write to it. When the source is lost,
promote the most recent replica: it becomes a register of its own, which import and apply change.
What the source acknowledged and no replica had taken is lost; send those batches again. Stop the
server of the replica first, and start it without the setting source afterwards. The other replicas
follow the new register if what they have belongs to its history. Never let the old source be
written to again: as a replica of the new register it must begin with an empty folder, unless no
change was lost.)";

int RunPromote(const Settings& settings) {
  const Place place = PlaceOf(settings);
  if (const base::Status there = place.Check(); !there) return Fail(there.error());
  if (const base::Status done = RemoveSource(place); !done) return Fail(done.error());
  fmt::print("{} is a register of its own\n", place.path());
  return kDone;
}

}  // namespace

void AddPromote(Command program) {
  Command command = program.Sub("promote", "Make a replica a register of its own");
  SettingFlags flags(command, {"data"});
  command.Footer(kFooter);
  flags.Does(RunPromote);
}

}  // namespace orgreg::app
