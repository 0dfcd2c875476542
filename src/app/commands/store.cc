// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "app/commands.h"
#include "app/exit_code.h"
#include "app/place/new_place.h"
#include "app/place/place.h"
#include "app/place/source_mark.h"
#include "store/address.h"
#include "store/open/open.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using store::OpenMode;
using store::StoreAddress;

constexpr const char* kMoveFooter =
    R"(Each of the two is the folder of a register, a store file (FILE.db), or the address of a
database: postgresql://USER@HOST/DATABASE. A folder that is missing is made. The target gets the
same records, log, commits, ids and checksums, and must have none before. The source stays as it is, so stop what writes to it first; afterwards
only one of them may be written to. Only the store is moved: documents, users, counts, files and
the audit log stay in the folder, which the settings name as data, together with the address as
store. Passwords come from ~/.pgpass.)";

struct MoveArguments {
  std::string from;
  std::string to;
};

Status CheckWord(const std::string& text) {
  if (!store::IsPostgresql(text) || !store::HasPassword(text)) return {};
  return Error{Code::kInvalid, std::string(store::kPasswordIsSeen)}.At(store::ShownUri(text));
}

// A store that is not in the folder of a register: a file by its name, or one that is there.
bool IsAlone(const std::string& text) {
  std::error_code failure;
  return store::IsPostgresql(text) || text.ends_with(".db") ||
         std::filesystem::is_regular_file(text, failure);
}

Result<StoreAddress> SourceOf(const std::string& text) {
  TRY(CheckWord(text));
  if (IsAlone(text)) return store::ParseAddress(text);
  const Place place = Place::InFolder(text);
  TRY(place.Check());
  return place.address();
}

// A folder becomes one of a register, and is made if it is missing.
Result<StoreAddress> TargetOf(const std::string& text) {
  TRY(CheckWord(text));
  if (IsAlone(text)) return store::ParseAddress(text);
  const Place place = Place::InFolder(text);
  TRY(MakePlace(place));
  TRY(CheckIsNoReplica(place));
  return place.address();
}

Result<store::StateId> Move(const MoveArguments& arguments) {
  const auto from = TRY(SourceOf(arguments.from));
  const auto source = TRY(store::OpenStore(from, OpenMode::kReadOnly));
  const auto to = TRY(TargetOf(arguments.to));
  const auto target = TRY(store::OpenStore(to, OpenMode::kReadWriteCreate));
  Status moved = store::MoveStore(source.get(), target.get());
  if (!moved && moved.error().code == Code::kInvalid)
    return std::move(moved).error().At(store::Shown(to));
  TRY(std::move(moved));
  const auto state = TRY(target->State());
  const auto source_state = TRY(source->State());
  if (state == source_state) return state;
  return Error{Code::kUnavailable,
               "another process has written to the source meanwhile, so the target is not the "
               "newest state"}
      .At(store::Shown(to));
}

int RunMove(const MoveArguments& arguments) {
  const auto state = Move(arguments);
  if (!state) return Fail(state.error());
  fmt::print("{} has all of {}, up to commit {}\n", store::Shown(store::ParseAddress(arguments.to)),
             store::Shown(store::ParseAddress(arguments.from)), state->commit.value);
  return kDone;
}

int RunUpgrade(const std::string& text) {
  if (const Status right = CheckWord(text); !right) return Fail(right.error());
  const auto address = SourceOf(text);
  if (!address) return Fail(address.error());
  const auto store = store::OpenStore(*address, OpenMode::kUpgrade);
  if (!store) return Fail(store.error());
  fmt::print("{} is of this version\n", store::Shown(*address));
  return kDone;
}

void AddMove(Command store) {
  const auto arguments = std::make_shared<MoveArguments>();
  Command command = store.Sub("move", "Give a store to an empty file or database, exactly");
  command.Add("from", &arguments->from, "The store to be read").Required();
  command.Add("to", &arguments->to, "Where it goes; nothing may be there").Required();
  command.Footer(kMoveFooter);
  command.Does([arguments] { return RunMove(*arguments); });
}

void AddUpgrade(Command store) {
  const auto address = std::make_shared<std::string>();
  Command command = store.Sub("upgrade", "Bring the tables of a store to this version");
  command.Add("store", address.get(), "A folder, a file or the address of a database").Required();
  command.Footer(
      "A file is upgraded whenever it is opened for writing; a database only by this command, "
      "since other machines may still run the version before.");
  command.Does([address] { return RunUpgrade(*address); });
}

}  // namespace

void AddStore(Command program) {
  Command command =
      program.Sub("store", "Move a store between a file and a database, or upgrade it");
  AddMove(command);
  AddUpgrade(command);
}

}  // namespace orgreg::app
