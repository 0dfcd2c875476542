// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/copy_snapshot.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "store/replica.h"
#include "store/sqlite/store.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::NewFile;
using base::Status;

constexpr std::size_t kPiece = 1000;

Status AdoptAll(Snapshot* snapshot, Replica* replica) {
  const auto step = snapshot->StepSince(CommitId{});
  const StepVisitor visitor = {
      .row = [&](const ReplicaRow& row) { return replica->Adopt(row); },
      .line = [&](const LineView& line) { return replica->Adopt(line); },
      .commit = [&](const CommitRecord& commit) { return replica->Adopt(commit); }};
  while (true) {
    const bool goes_on = TRY(step->Next(kPiece, visitor));
    if (!goes_on) break;
  }
  return replica->Finish(snapshot->summary());
}

Status Adopt(Snapshot* snapshot, Store* target) {
  const auto replica = TRY(target->Adopt());
  if (replica->before().position != CommitId{})
    return Error{Code::kInvalid, "another process has written to the store"};
  return AdoptAll(snapshot, replica.get());
}

void DeleteSideFiles(const std::string& path) {
  for (const char* ending : kSideFiles) unlink((path + ending).c_str());
}

}  // namespace

// The notes come first: without commits the store still counts as empty, so that a second attempt
// is possible.
Status FillStore(Snapshot* snapshot, Store* target) {
  const auto position = TRY(target->Position());
  if (position != CommitId{}) return Error{Code::kInvalid, "the store has a register already"};
  for (const Note& note : TRY(snapshot->Notes())) {
    TRY(target->PutNote(note.key, note.text));
  }
  return Adopt(snapshot, target);
}

Status ReplaceState(Snapshot* snapshot, Store* target, const StateId& before) {
  const auto replica = TRY(target->Adopt());
  const StateId found = StateIdOf(replica->before());
  const bool was_empty = before.commit == CommitId{} && found.commit == CommitId{};
  if (!was_empty && found != before)
    return Error{Code::kUnavailable, "was changed meanwhile; restore again"};
  if (!was_empty) TRY(replica->Clear());
  for (const Note& note : TRY(snapshot->Notes())) TRY(replica->Adopt(note));
  return AdoptAll(snapshot, replica.get());
}

Status CopySnapshot(Snapshot* snapshot, const std::string& path) {
  std::error_code ignored;
  if (path.empty() || std::filesystem::exists(path, ignored))
    return Error{Code::kInvalid, "is there already"}.At(path);
  TRY(base::CheckFolderOf(path));
  SweepCopies(std::filesystem::path(path).parent_path().string());
  auto file = TRY(NewFile::Begin(path, S_IRUSR | S_IWUSR, NewFile::Naming::kAtOnce));
  const std::string working = file.working_path();
  Status filled;
  {
    // Closing it brings everything into the one file.
    const auto target = OpenSqlite(working, OpenMode::kReadWriteCreate);
    filled = target ? FillStore(snapshot, target->get()) : Status(target.error());
  }
  DeleteSideFiles(working);
  if (!filled) return filled;
  // Files next to that name belong to an earlier store.
  DeleteSideFiles(path);
  TRY(file.Sync());
  TRY(file.PlaceAlone());
  return base::SyncFolderOf(path);
}

}  // namespace orgreg::store
