// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/copy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/sweep_rests.h"
#include "store/sqlite/store.h"

namespace orgreg::store {
namespace {

using base::NewFile;
using base::Status;

// No process sees the file before it is complete, so it needs neither a journal nor syncs on the
// way.
Status Fill(Connection* source, const std::string& path) {
  auto target = TRY(Connection::Open(path, SQLITE_OPEN_READWRITE));
  Status set = target->Run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  if (!set) return set;
  return source->CopyInto(target.get());
}

// Other programs may have files with such names too. A killed copy may lack its first page, which
// can be the last one written.
bool IsCopy(const base::Rest& rest) {
  if (rest.form != base::RestForm::kPart && rest.form != base::RestForm::kEarlierCopy) return false;
  constexpr auto kDatabase = std::to_array("SQLite format 3");  // With the final zero.
  std::array<char, kDatabase.size()> first = {};
  const ssize_t count = pread(rest.descriptor, first.data(), first.size(), 0);
  return count >= 0 &&
         (first == kDatabase || std::ranges::all_of(first, [](char byte) { return byte == 0; }));
}

Status CopyToNew(Connection* source, const std::string& path, NewFile* file) {
  TRY(Fill(source, file->working_path()));
  // Files next to that name belong to an earlier store.
  for (const char* ending : kSideFiles) unlink((path + ending).c_str());
  TRY(file->Sync());
  TRY(file->PlaceAlone());
  return base::SyncFolderOf(path);
}

}  // namespace

std::size_t SweepCopies(const std::string& folder) { return base::SweepRests(folder, IsCopy); }

Status CopyDatabase(Connection* source, const std::string& path) {
  std::error_code ignored;
  if (path.empty() || std::filesystem::exists(path, ignored)) {
    return base::Error{base::Code::kInvalid, "is there already"}.At(path);
  }
  TRY(base::CheckFolderOf(path));
  SweepCopies(std::filesystem::path(path).parent_path().string());
  auto file = TRY(NewFile::Begin(path, S_IRUSR | S_IWUSR, NewFile::Naming::kAtOnce));
  return CopyToNew(source, path, &file);
}

}  // namespace orgreg::store
