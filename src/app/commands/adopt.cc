// SPDX-License-Identifier: EUPL-1.2

#include "app/place/adopt.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/commands.h"
#include "app/commands/rests.h"
#include "app/exit_code.h"
#include "app/place/place.h"

namespace orgreg::app {
namespace {

constexpr const char* kFooter =
    R"(Earlier versions kept a register in a store file (var/register.db) and further files next to it,
with its name and an ending. All of them are moved into the folder; nothing is copied or changed,
so store and folder must be on one file system. Stop the servers and writers of the register
first. A command that was interrupted goes on when it is repeated.
Afterwards, name the folder in the setting data (--data, ORGREG_DATA) instead of store.
Files that the settings name elsewhere (users, audit_log, …) stay where they are.)";

struct AdoptArguments {
  std::string store;
  std::string folder;
};

int RunAdopt(const AdoptArguments& arguments) {
  SweepPlace(Place::NextToStore(arguments.store));
  const auto report = Adopt(arguments.store, arguments.folder);
  if (!report) return Fail(report.error());
  for (const AdoptReport::Move& move : report->moved) fmt::print("{} -> {}\n", move.from, move.to);
  for (const std::string& path : report->left) {
    fmt::print(stderr, "orgreg: {} stays where it is: it is no part of a register\n", path);
  }
  fmt::print("the register is in {}\n", arguments.folder);
  return kDone;
}

}  // namespace

void AddAdopt(Command program) {
  const auto arguments = std::make_shared<AdoptArguments>();
  Command command =
      program.Sub("adopt", "Move a register of an earlier version into a folder of its own");
  command.Add("store", &arguments->store, "The store file").Required();
  command.Add("--data", &arguments->folder, "The folder, which is empty or does not exist yet")
      .Required();
  command.Footer(kFooter);
  command.Does([arguments] { return RunAdopt(*arguments); });
}

}  // namespace orgreg::app
