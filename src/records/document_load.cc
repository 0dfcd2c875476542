// SPDX-License-Identifier: EUPL-1.2

#include "records/document_load.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/values/ascii.h"
#include "records/readers/document_record.h"
#include "records/rows/supplement_rows.h"
#include "render/body_json.h"

namespace orgreg::records {
namespace {

void Add(const model::DocumentList& list, model::DocumentList* to, DocumentCounts* counts) {
  for (const model::Document& document : list.documents) {
    const std::vector<model::Document> before = to->documents;
    model::AddDocument(document, to);
    if (to->documents == before) {
      ++counts->unchanged;
    } else {
      ++(to->documents.size() == before.size() ? counts->replaced : counts->added);
    }
  }
}

base::Status PutList(const model::DocumentList& list, SupplementRows* rows,
                     DocumentCounts* counts) {
  const auto held = TRY(rows->Find(list.number));
  if (held.is_removed) {
    counts->kept_removed += list.documents.size();
    return {};
  }
  model::DocumentList all = {.number = list.number};
  if (!held.Body().empty()) {
    auto stored = TRY(ReadStoredDocuments(held.Body()));
    all = std::move(stored);
  }
  Add(list, &all, counts);
  std::string body;
  render::AppendBody(model::kDocumentListSchema, all, model::Form::kStored, &body);
  const auto put = rows->Put(held, body);
  return put ? base::Status() : base::Status(put.error());
}

}  // namespace

base::Result<DocumentCounts> PutDocuments(store::Store* store,
                                          std::span<const model::DocumentList> lists) {
  auto rows = TRY(SupplementRows::Begin(store, model::Kind::kDocuments));
  DocumentCounts counts;
  for (const model::DocumentList& list : lists) {
    TRY(PutList(list, &rows, &counts));
  }
  // No change means no commit.
  if (counts.added + counts.replaced == 0) return counts;
  TRY(rows.Commit({}));
  return counts;
}

DocumentNames::Sum DocumentNames::SumOf(std::string_view sha256) {
  Sum sum = {};
  for (std::size_t at = 0; at < sum.size(); ++at) {
    sum[at] = static_cast<unsigned char>(base::HexValue(sha256[2 * at]) * 16 +
                                         base::HexValue(sha256[2 * at + 1]));
  }
  return sum;
}

base::Result<DocumentNames> DocumentNames::Read(store::Snapshot* snapshot) {
  DocumentNames names;
  base::Status scanned =
      snapshot->Scan(model::Kind::kDocuments, [&](const store::RowView& row) -> base::Status {
        if (row.state != store::RowState::kLive) return {};
        const auto list = TRY(ReadStoredDocuments(row.body));
        for (const model::Document& document : list.documents)
          names.sums_.push_back(SumOf(document.sha256));
        return {};
      });
  if (!scanned) return std::move(scanned).error();
  std::ranges::sort(names.sums_);
  return names;
}

bool DocumentNames::Has(std::string_view sha256) const {
  return std::ranges::binary_search(sums_, SumOf(sha256));
}

base::Result<SweepCounts> SweepDocuments(store::Store* store, const DocumentFolder& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder.path(), error)) {
    if (!error) return SweepCounts();
    return base::Error{base::Code::kIo, folder.path() + ": " + error.message()};
  }
  auto session = TRY(folder.Begin());
  return SweepDocuments(store, &session);
}

// The lists are read after the session has begun, so all files of earlier sessions are in them.
base::Result<SweepCounts> SweepDocuments(store::Store* store, DocumentFolder::Session* session) {
  const auto snapshot = TRY(store->Read());
  const store::Contents contents = snapshot->Describe(model::Kind::kDocuments);
  const std::string lists =
      std::to_string(contents.rows) + " " + std::to_string(contents.fingerprint);
  if (session->IsSweptFor(lists)) return SweepCounts();
  const auto wanted = TRY(DocumentNames::Read(snapshot.get()));
  auto swept = session->Sweep([&](std::string_view sha256) { return wanted.Has(sha256); });
  if (swept) session->NoteSwept(lists);
  return swept;
}

}  // namespace orgreg::records
