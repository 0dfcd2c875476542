// SPDX-License-Identifier: EUPL-1.2

#include "app/place/source_mark.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

std::string PathIn(const Place& place) { return place.path() + "/" + std::string(kSourceName); }

}  // namespace

Result<std::optional<std::string>> ReadSource(const Place& place) {
  if (!place.is_folder()) return std::optional<std::string>();
  const std::string path = PathIn(place);
  Status there = base::CheckFile(path, base::Access::kRead);
  if (!there && there.error().code == Code::kNotFound) return std::optional<std::string>();
  if (!there) return std::move(there).error();
  std::ifstream file(path);
  std::string source;
  if (std::getline(file, source) && !source.empty()) return std::optional(std::move(source));
  return Error{Code::kCorrupt, "does not name the source of this replica"}.At(path);
}

Status CheckIsNoReplica(const Place& place) {
  const auto source = TRY(ReadSource(place));
  if (!source) return {};
  return Error{Code::kInvalid,
               "is a replica of " + *source +
                   ": write there; or, if that register is lost, make this one a register of its "
                   "own (orgreg promote)"}
      .At(place.path());
}

Status WriteSource(const Place& place, const std::string& source) {
  const std::string path = PathIn(place);
  auto file = TRY(base::NewFile::Begin(path, 0600));
  if (!base::WriteAll(file.descriptor(), source + "\n"))
    return base::IoError(path, "cannot be written", errno);
  TRY(file.Sync());
  TRY(file.Place());
  return base::SyncFolderOf(path);
}

Status RemoveSource(const Place& place) {
  const auto source = TRY(ReadSource(place));
  if (!source) return Error{Code::kNotFound, "is a register of its own already"}.At(place.path());
  const auto held = TRY(HoldSource(place));
  const std::string path = PathIn(place);
  if (::unlink(path.c_str()) != 0) return base::IoError(path, "cannot be deleted", errno);
  return base::SyncFolderOf(path);
}

Result<base::Descriptor> HoldSource(const Place& place) {
  const std::string path = PathIn(place);
  base::Descriptor file = base::OpenDescriptor(path, O_RDONLY | O_NOFOLLOW);
  if (!file.is_open()) return base::IoError(path, "cannot be opened", errno);
  if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno != EWOULDBLOCK) return base::IoError(path, "cannot be locked", errno);
  return Error{Code::kUnavailable, "a server follows the source: stop it first"}.At(place.path());
}

}  // namespace orgreg::app
