// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "formats/file_writer.h"
#include "formats/sha256.h"

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
  const Error damaged =
      Error{Code::kCorrupt, NameOf(entry) + " is not what it is called"}.At(blobs->address());
  auto file = TRY(formats::FileWriter::Create(path));
  formats::Sha256 sum;
  TRY(blobs->Get(NameOf(entry), [&](std::string_view piece) -> Status {
    if (!go_on()) return Error{Code::kUnavailable, "taking the files was ended"};
    if (file->size_bytes() + piece.size() > entry.identity.size_bytes) return damaged;
    sum.Add(piece);
    return file->Append(piece);
  }));
  if (sum.Finish() != entry.sha256) return damaged;
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
  bool leaves_young = false;
  for (const blobs::BlobFacts& blob : TRY(blobs->List(blobs::kFiles))) {
    const bool is_named = std::ranges::any_of(
        entries, [&blob](const FileEntry& entry) { return NameOf(entry) == blob.name; });
    if (is_named) continue;
    if (blob.age < kKeptFiles) {
      leaves_young = true;
    } else {
      TRY(blobs->Delete(blob));
    }
  }
  return leaves_young;
}

}  // namespace orgreg::app
