// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/verify_files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/files/descriptor.h"
#include "base/files/names.h"
#include "base/files/system_error.h"
#include "base/result.h"
#include "downloads/manifest.h"
#include "formats/sha256.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

base::Result<std::string> Sha256Of(const std::string& path, int descriptor) {
  formats::Sha256 sha256;
  std::vector<char> piece(kPieceBytes);
  for (;;) {
    const ssize_t count = base::ReadSome(descriptor, piece);
    if (count < 0) return base::IoError(path, "cannot be read", errno);
    if (count == 0) return sha256.Finish();
    sha256.Add({piece.data(), static_cast<std::size_t>(count)});
  }
}

// kNotFound if a server would make the file again.
Status CheckFile(const std::string& path, const downloads::FileEntry& entry) {
  const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY);
  if (!file.is_open()) return base::OpenError(path, errno);
  // A server put another file in its place since the manifest was read.
  if (downloads::IdentityOf(file.number()) != entry.identity)
    return Error{Code::kNotFound, "is not that of the manifest"}.At(path);
  const auto sha256 = TRY(Sha256Of(path, file.number()));
  if (sha256 == entry.sha256) return {};
  return Error{Code::kCorrupt,
               "has not the SHA-256 of the manifest: delete it, and a server or orgreg downloads "
               "makes it again"}
      .At(path);
}

// Of one row of the table of files; there is no valid line for what is to be made again.
Status CheckRow(const std::string& folder, const downloads::FileRow& row,
                const std::vector<downloads::FileEntry>& entries) {
  const std::string path = downloads::PathOf(folder, row);
  const auto entry = std::ranges::find(entries, &row, &downloads::FileEntry::row);
  if (entry != entries.end()) return CheckFile(path, *entry);
  return Error{Code::kNotFound, base::Exists(path) ? "is not that of the manifest" : "is missing"}
      .At(path);
}

// A copy of the folder has other files than those that its manifest was written for.
void TellOfOthers(const std::string& folder) {
  const bool are_there = std::ranges::any_of(downloads::Files(), [&](const auto& row) {
    return base::Exists(downloads::PathOf(folder, row));
  });
  fmt::print("files: {}: {}\n", folder,
             are_there ? "they are not those of the manifest; a server makes them again"
                       : "there are none");
}

}  // namespace

bool VerifyFiles(const std::string& folder) {
  const auto entries = downloads::ReadManifest(folder);
  if (entries.empty()) {
    TellOfOthers(folder);
    return true;
  }
  bool are_sound = true;
  for (const downloads::FileRow& row : downloads::Files()) {
    const Status checked = CheckRow(folder, row, entries);
    if (checked) {
      fmt::print("files: {}: has the SHA-256 of the manifest\n", downloads::PathOf(folder, row));
    } else if (checked.error().code == Code::kNotFound) {
      fmt::print("files: {}; a server makes it again\n", checked.error().message);
    } else {
      fmt::print(stderr, "orgreg: files: {}\n", checked.error().message);
      are_sound = false;
    }
  }
  return are_sound;
}

}  // namespace orgreg::app
