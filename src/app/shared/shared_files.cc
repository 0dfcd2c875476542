// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/shared/named_blobs.h"
#include "formats/file_writer.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using downloads::FileEntry;

constexpr const char* kText = "files";

std::string NameOf(const FileEntry& entry) { return blobs::BlobName(blobs::kFiles, entry.sha256); }

// The whole file, which has no name yet.
Result<std::unique_ptr<formats::FileWriter>> TakeFile(blobs::Blobs* blobs, const FileEntry& entry,
                                                      const std::string& path,
                                                      const std::function<bool()>& go_on) {
  auto file = TRY(formats::FileWriter::Create(path));
  TRY(GetChecked(blobs, NameOf(entry), entry.identity.size_bytes,
                 [&](std::string_view piece) -> Status {
                   if (!go_on()) return Error{Code::kUnavailable, "taking the files was ended"};
                   return file->Append(piece);
                 }));
  TRY(file->Finish());
  return file;
}

}  // namespace

Result<std::optional<SharedFiles>> ReadSharedFiles(store::Cluster* cluster, std::int64_t known) {
  const auto shared = TRY(cluster->ReadText(kText, known));
  if (!shared) return std::optional<SharedFiles>();
  return std::optional(SharedFiles{.version = shared->version,
                                   .entries = TRY(downloads::ParseManifest(shared->text))});
}

Status NameSharedFiles(store::Cluster* cluster, const std::vector<FileEntry>& entries) {
  std::vector<FileEntry> named = entries;
  // Of the file among the blobs the size alone is known.
  for (FileEntry& entry : named) entry.identity = {.size_bytes = entry.identity.size_bytes};
  return cluster->ChangeText(kText, [&named](const auto&) -> Result<std::string> {
    return downloads::ManifestText(named);
  });
}

Status PutFiles(blobs::Blobs* blobs, const std::vector<FileEntry>& entries,
                const std::string& folder, const std::function<bool()>& go_on) {
  for (const FileEntry& entry : entries) {
    if (!go_on()) return Error{Code::kUnavailable, "giving the files to other nodes was ended"};
    TRY(blobs->Put(NameOf(entry), downloads::PathOf(folder, *entry.row)));
  }
  return {};
}

Result<std::vector<FileEntry>> TakeFiles(blobs::Blobs* blobs, const std::vector<FileEntry>& entries,
                                         const std::string& folder,
                                         const std::function<bool()>& go_on) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return Error{Code::kIo, failure.message()}.At(folder);
  // No file takes its name before all are there: together they are one state.
  std::vector<std::unique_ptr<formats::FileWriter>> files;
  files.reserve(entries.size());
  for (const FileEntry& entry : entries)
    files.push_back(TRY(TakeFile(blobs, entry, downloads::PathOf(folder, *entry.row), go_on)));
  std::vector<FileEntry> taken = entries;
  for (std::size_t at = 0; at < files.size(); ++at) {
    TRY(files[at]->Publish());
    taken[at].identity = TRY(downloads::IdentityOf(downloads::PathOf(folder, *taken[at].row)));
  }
  TRY(downloads::WriteManifest(folder, taken));
  return taken;
}

Result<bool> SweepFiles(blobs::Blobs* blobs, const std::vector<FileEntry>& entries) {
  const auto is_named = [&entries](std::string_view name) {
    return std::ranges::any_of(entries,
                               [name](const FileEntry& entry) { return NameOf(entry) == name; });
  };
  return SweepUnnamed(blobs, blobs::kFiles, is_named, kKeptFiles);
}

}  // namespace orgreg::app
