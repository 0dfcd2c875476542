// SPDX-License-Identifier: EUPL-1.2

// Everything that can refuse comes first: the store is locked, and the moves are listed and
// checked. Then the layout file is written, the files are moved, and the layout file is written
// again.

#include "app/place/adopt.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/place/layout_file.h"
#include "app/place/new_place.h"
#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/system_error.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using Moves = std::vector<AdoptReport::Move>;

constexpr std::string_view kMagic("SQLite format 3\0", 16);
// The letters that mark a store, and where they are in its first page.
constexpr std::string_view kStoreMark = "ORGR";
constexpr std::size_t kMarkAt = 68;
constexpr std::size_t kHeadBytes = kMarkAt + kStoreMark.size();
constexpr std::string_view kSharedMemory = "-shm";
constexpr int kMostLinks = 8;

// lstat, without following a link. Nothing at the path: a mode of 0.
struct stat Describe(const std::string& path) {
  struct stat about = {};
  if (lstat(path.c_str(), &about) != 0) about = {};
  return about;
}

// The store itself if the path is a link to it, whether or not it is still there.
std::string Real(std::string path) {
  std::error_code failure;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, failure)); ++i) {
    path = (fs::path(path).parent_path() / fs::read_symlink(path, failure)).lexically_normal();
  }
  return path;
}

// The names in the folder of the store that begin with its name and the ending.
std::vector<std::string> EndingsNextTo(const std::string& store, std::string_view ending) {
  const std::string begin = fs::path(store).filename().string().append(ending);
  std::vector<std::string> endings;
  std::error_code failure;
  for (fs::directory_iterator at(base::FolderOf(store), failure);
       !failure && at != fs::directory_iterator(); at.increment(failure)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(begin)) endings.push_back(name.substr(begin.size()));
  }
  std::ranges::sort(endings);
  return endings;
}

// Where each file of a register is and where it goes, whether or not it is there.
Moves AllMoves(const Place& before, const Place& after) {
  Moves moves;
  for (const PlaceRow& row : PlaceRows()) {
    std::string from = before.PathOf(row.part);
    const std::string to = after.PathOf(row.part);
    switch (row.form) {
      case PartForm::kFile:
      case PartForm::kFolder:
        moves.push_back({from, to});
        break;
      case PartForm::kDatabase:
        // Its files are next to the file itself, not next to a link to it.
        if (row.part == PlacePart::kStore) from = Real(from);
        moves.push_back({from, to});
        for (const char* ending : store::kSideFiles) moves.push_back({from + ending, to + ending});
        break;
      case PartForm::kSeries:
        for (const std::string& ending : EndingsNextTo(before.path(), row.ending))
          moves.push_back({from + ending, to + ending});
        break;
      case PartForm::kSegments:
        for (const model::Kind kind : model::kKinds)
          moves.push_back({before.SegmentPath(kind), after.SegmentPath(kind)});
        break;
    }
  }
  return moves;
}

// The moves that are still to be done. Fails if one of them cannot succeed.
Result<Moves> MovesToDo(const Place& before, const Place& after) {
  const std::string& folder = after.path();
  if (!base::IsTaken(folder)) TRY(base::CheckFolderOf(folder));
  const struct stat into = Describe(base::IsTaken(folder) ? folder : base::FolderOf(folder));
  Moves moves;
  const std::string log = before.PathOf(PlacePart::kAuditLog);
  for (const AdoptReport::Move& move : AllMoves(before, after)) {
    const struct stat about = Describe(move.from);
    if (about.st_mode == 0) continue;
    if (S_ISLNK(about.st_mode) && move.from.starts_with(log)) {
      return Error{
          Code::kInvalid,
          "is a link, and the audit log must be a file: put the file itself here or, to "
          "keep it where it is, delete the link and name the file in the setting audit_log"}
          .At(move.from);
    }
    if (base::IsTaken(move.to)) {
      return Error{Code::kInvalid,
                   fmt::format("is there already, and so is {}: remove the one that is not of the "
                               "register",
                               move.to)}
          .At(move.from);
    }
    if (about.st_dev != into.st_dev) {
      return Error{Code::kInvalid,
                   fmt::format("is on another file system than {}, and files are only moved within "
                               "one: choose a folder there, and copy it afterwards if need be",
                               folder)}
          .At(move.from);
    }
    std::error_code failure;
    if (S_ISLNK(about.st_mode) && fs::read_symlink(move.from, failure).is_relative()) {
      return Error{Code::kInvalid,
                   "is a link with a relative path, which leads nowhere after a move: make a link "
                   "with an absolute path (ln -sfn)"}
          .At(move.from);
    }
    moves.push_back(move);
  }
  return moves;
}

// Whether the file begins as a store does. The mark of a store that no process has closed yet may
// be in its log only; the mark in the file is zero then.
bool IsStore(const base::Descriptor& file, const std::string& path) {
  std::array<char, kHeadBytes> head = {};
  if (base::ReadSomeAt(file.number(), head, 0) != ssize_t{kHeadBytes}) return false;
  const std::string_view text(head.data(), head.size());
  const std::string_view mark = text.substr(kMarkAt);
  const bool is_unmarked = std::ranges::all_of(mark, [](char c) { return c == 0; });
  return text.starts_with(kMagic) &&
         (mark == kStoreMark || (is_unmarked && Describe(path + "-wal").st_size > 0));
}

// Opens the store, where it was or where it is now, and keeps other processes out for as long as it
// is open.
Result<base::Descriptor> LockStore(const std::string& before, const std::string& after) {
  const std::string& path = base::IsTaken(before) ? before : after;
  TRY(base::CheckFile(path, base::Access::kReadWrite));
  base::Descriptor file = base::OpenDescriptor(path, O_RDWR);
  if (!file.is_open()) return base::OpenError(path, errno);
  if (!store::LockAlone(file.number())) {
    return Error{Code::kUnavailable, "is in use: stop its servers and writers first"}.At(path);
  }
  if (IsStore(file, path)) return file;
  return Error{Code::kInvalid, "is not the store of a register"}.At(path);
}

// Whether an earlier call began to move this store into the folder.
Result<bool> IsBegun(const std::string& store, const std::string& folder) {
  const auto layout = TRY(ReadLayout(folder));
  switch (layout.state) {
    case FolderState::kMissing:
    case FolderState::kEmpty:
      return false;
    case FolderState::kBeingFilled:
      if (layout.adopted == store) return true;
      return BeingFilled(folder, layout.adopted);
    case FolderState::kRegister:
      return Error{Code::kInvalid, "has a register already; choose an empty folder"}.At(folder);
    case FolderState::kForeign:
      break;
  }
  return NotOfRegister(folder);
}

// The user who may use the store may use the folder: a person often moves it as root.
Status GiveOwner(const base::Descriptor& store, const std::string& path) {
  struct stat about = {};
  if (geteuid() != 0 || fstat(store.number(), &about) != 0) return {};
  if (lchown(path.c_str(), about.st_uid, about.st_gid) != 0) return base::IoError(path, errno);
  return {};
}

Status GiveOwners(const base::Descriptor& store, const Place& place) {
  TRY(GiveOwner(store, place.path()));
  TRY(GiveOwner(store, place.path() + "/" + std::string(kLayoutName)));
  for (const std::string& folder : FoldersIn(place)) {
    TRY(GiveOwner(store, folder));
  }
  return {};
}

// Moves the files and waits until the disk has them.
Status MoveAll(const Moves& moves, const Place& before, const Place& after, Moves* done) {
  for (const AdoptReport::Move& move : moves) {
    // Without a process that has the database open it means nothing.
    if (move.from.ends_with(kSharedMemory)) {
      unlink(move.from.c_str());
      continue;
    }
    if (std::rename(move.from.c_str(), move.to.c_str()) != 0) {
      return base::IoError(move.from, "cannot be moved to " + move.to, errno);
    }
    done->push_back(move);
  }
  // The store was a link.
  unlink(before.path().c_str());
  for (const std::string& folder : FoldersIn(after)) {
    TRY(base::SyncFolder(folder));
  }
  TRY(base::SyncFolder(after.path()));
  TRY(base::SyncFolderOf(Real(before.path())));
  return base::SyncFolderOf(before.path());
}

std::vector<std::string> LeftNextTo(const std::string& store) {
  std::vector<std::string> left;
  for (const std::string& ending : EndingsNextTo(store, "")) {
    if (ending.starts_with('.') || ending.starts_with('-')) left.push_back(store + ending);
  }
  return left;
}

}  // namespace

Result<AdoptReport> Adopt(const std::string& store, const std::string& folder) {
  const Place before =
      Place::NextToStore(fs::path(fs::absolute(store)).lexically_normal().string());
  const Place after = Place::InFolder(folder);
  TRY(before.Check());
  const bool is_begun = TRY(IsBegun(before.path(), after.path()));
  const auto file = TRY(LockStore(
      Real(before.path()), is_begun ? after.PathOf(PlacePart::kStore) : Real(before.path())));
  const Moves moves = TRY(MovesToDo(before, after));
  const NewPlace made(after);
  AdoptReport report;
  const Status moved = [&]() -> Status {
    TRY(MakeFolder(after.path()));
    if (!is_begun) TRY(BeginLayout(after.path(), before.path()));
    for (const std::string& inner : FoldersIn(after)) {
      TRY(MakeFolder(inner));
    }
    TRY(MoveAll(moves, before, after, &report.moved));
    TRY(GiveOwners(file, after));
    TRY(FinishLayout(after.path()));
    return GiveOwners(file, after);
  }();
  if (!moved) {
    if (report.moved.empty()) made.Discard();
    return moved.error();
  }
  report.left = LeftNextTo(before.path());
  return report;
}

}  // namespace orgreg::app
