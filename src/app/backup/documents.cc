// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/documents.h"

#include "model/registers/documents.h"
#include "records/readers/document_record.h"

namespace orgreg::app {
namespace {

// The error is about the file, and not about the folder that takes it.
bool IsBadFile(const base::Error& error) {
  return error.code == base::Code::kCorrupt || error.code == base::Code::kNotFound ||
         error.code == base::Code::kInvalid;
}

}  // namespace

base::Result<DocumentCopies> CopyDocuments(store::Store* store, const records::DocumentFolder& from,
                                           records::DocumentFolder::Session* into,
                                           SharedDocuments* shared) {
  const auto snapshot = TRY(store->Read());
  DocumentCopies copies;
  const auto take = [&](const model::DocumentList& list,
                        const model::Document& document) -> base::Status {
    ++copies.listed;
    const records::StoredDocument stored = {.sha256 = document.sha256,
                                            .size_bytes = document.size_bytes};
    base::Status taken = into->Take(from, stored);
    if (taken && shared != nullptr) return shared->Put(stored);
    if (taken || !IsBadFile(taken.error())) return taken;
    if (++copies.bad <= DocumentCopies::kMostNamed)
      copies.named.push_back(model::FileNameOf(list.number, document) + ": " +
                             taken.error().message);
    return {};
  };
  base::Status scanned =
      snapshot->Scan(model::Kind::kDocuments, [&](const store::RowView& row) -> base::Status {
        if (row.state != store::RowState::kLive) return {};
        const auto list = TRY(records::ReadStoredDocuments(row.body));
        for (const model::Document& document : list.documents) {
          TRY(take(list, document));
        }
        return {};
      });
  if (!scanned) return std::move(scanned).error();
  return copies;
}

}  // namespace orgreg::app
