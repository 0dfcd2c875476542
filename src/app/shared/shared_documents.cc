// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_documents.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <thread>

#include "base/files/new_file.h"
#include "base/files/system_error.h"
#include "model/registers/documents.h"
#include "records/document_load.h"
#include "records/readers/document_record.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using records::DocumentFolder;
using records::StoredDocument;

constexpr std::chrono::milliseconds kPause(20);
constexpr int kTries = 150;

// Another session is mostly short: a sweep, or one more document.
Result<DocumentFolder::Session> BeginSoon(const DocumentFolder& folder) {
  auto session = folder.Begin();
  for (int tries = 1; tries < kTries; ++tries) {
    if (session || session.error().code != Code::kUnavailable) break;
    std::this_thread::sleep_for(kPause);
    session = folder.Begin();
  }
  return session;
}

std::string NameOf(const StoredDocument& document) {
  return blobs::BlobName(blobs::kDocuments, document.sha256);
}

Error IsDamaged(const blobs::Blobs& blobs, const StoredDocument& document) {
  return Error{Code::kCorrupt, NameOf(document) + " is not what it is called"}.At(blobs.address());
}

}  // namespace

Result<std::unique_ptr<SharedDocuments>> SharedDocuments::Of(const Place& place) {
  if (place.blobs().address.empty()) return std::unique_ptr<SharedDocuments>();
  auto blobs = TRY(blobs::OpenBlobs(place.blobs()));
  return std::make_unique<SharedDocuments>(std::move(blobs),
                                           DocumentFolder::At(place.PathOf(PlacePart::kDocuments)));
}

Status SharedDocuments::Put(const StoredDocument& document) {
  Status put = blobs_->Put(NameOf(document), folder_.PathOf(document.sha256));
  if (put) return put;
  return Error{Code::kUnavailable,
               "a document cannot be given to the other nodes: " + put.error().message};
}

Status SharedDocuments::Fetch(const StoredDocument& document) {
  {
    const std::lock_guard lock(adding_);
    static_cast<void>(TRY(BeginSoon(folder_)));  // Makes the folder.
  }
  auto file =
      TRY(base::NewFile::Begin(folder_.incoming_path(), 0600, base::NewFile::Naming::kAtOnce));
  std::uint64_t size_bytes = 0;
  TRY(blobs_->Get(NameOf(document), [&](std::string_view piece) -> Status {
    size_bytes += piece.size();
    if (size_bytes > document.size_bytes) return IsDamaged(*blobs_, document);
    if (base::WriteAll(file.descriptor(), piece)) return {};
    return base::IoError(file.working_path(), "cannot be written", errno);
  }));
  const std::lock_guard lock(adding_);
  auto session = TRY(BeginSoon(folder_));
  const auto added = session.Add(file.working_path());
  const bool is_right = added && added->sha256 == document.sha256;
  if (is_right) return {};
  if (!added && !DocumentFolder::IsAboutFile(added.error())) return added.error();
  return IsDamaged(*blobs_, document);
}

Status SharedDocuments::FetchAll(store::Store* store) {
  const auto snapshot = TRY(store->Read());
  return snapshot->Scan(model::Kind::kDocuments, [&](const store::RowView& row) -> Status {
    if (row.state != store::RowState::kLive) return {};
    const auto list = TRY(records::ReadStoredDocuments(row.body));
    for (const model::Document& document : list.documents) {
      std::error_code ignored;
      if (std::filesystem::exists(folder_.PathOf(document.sha256), ignored)) continue;
      Status fetched = Fetch({.sha256 = document.sha256, .size_bytes = document.size_bytes});
      if (fetched || fetched.error().code == Code::kNotFound ||
          fetched.error().code == Code::kCorrupt)
        continue;
      return fetched;
    }
    return {};
  });
}

Status SharedDocuments::Find(const StoredDocument& document) const {
  const auto found = TRY(blobs_->Find(NameOf(document)));
  return found.size_bytes == document.size_bytes ? Status() : Status(IsDamaged(*blobs_, document));
}

// The lists are read after the blobs: so a document whose row was stored meanwhile is named.
Result<SharedDocuments::Swept> SharedDocuments::Sweep(store::Store* lists) {
  const auto there = TRY(blobs_->List(blobs::kDocuments));
  const auto snapshot = TRY(lists->Read());
  const auto named = TRY(records::DocumentNames::Read(snapshot.get()));
  Swept swept;
  for (const blobs::BlobFacts& blob : there) {
    const std::string_view sha256 =
        std::string_view(blob.name).substr(blobs::kDocuments.size() + 1);
    if (named.Has(sha256)) {
      ++swept.counts.kept;
    } else if (blob.age < kLeastAge) {
      ++swept.young;
    } else {
      TRY(blobs_->Delete(blob));
      ++swept.counts.deleted;
    }
  }
  return swept;
}

}  // namespace orgreg::app
