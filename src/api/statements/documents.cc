// SPDX-License-Identifier: EUPL-1.2

#include "api/statements/documents.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/statements/published.h"
#include "http/message/body.h"
#include "model/kind.h"
#include "model/registers/documents.h"
#include "records/readers/document_record.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using model::Document;
using model::DocumentList;

// The file, after its bytes were found to match its hash. The opened descriptor is the one that is
// sent.
Result<std::shared_ptr<const http::OpenFile>> Open(const Document& document,
                                                   const StatementSources& sources) {
  if (sources.folder == nullptr || sources.check == nullptr) {
    return base::Error{base::Code::kNotFound, "there is no folder"};
  }
  const std::string path = sources.folder->PathOf(document.sha256);
  auto file = http::OpenFile::Open(path);
  if (!file) return std::move(file).error();
  if ((*file)->size_bytes() != document.size_bytes) {
    return base::Error{base::Code::kCorrupt, "is damaged: it has another size than is listed"}.At(
        path);
  }
  base::Status whole = sources.check->Check((*file)->descriptor(), document.sha256, path);
  if (!whole) return std::move(whole).error();
  return file;
}

// The store's current list; the index that is served may be a little behind it.
Result<DocumentList> StoredDocumentsOf(OrgNumber number, const StatementSources& sources) {
  DocumentList list{.number = number};
  if (sources.source == nullptr) return list;
  auto view = TRY(sources.source->Read());
  const auto row = TRY(view.FindRow(model::Kind::kDocuments, number));
  if (!row || row->state != store::RowState::kLive) return list;
  return records::ReadStoredDocuments(row->body);
}

// The document that `find` picks from the list. A missing file may have been replaced or removed
// just now, so the list is read once more from the store.
template <typename Find>
Outcome Send(OrgNumber number, const Find& find, const Context& context, Reply* reply) {
  DocumentList list = TRY(DocumentsOf(*context.catalog, number));
  const Document* document = find(list);
  if (document == nullptr) return NotFound{};
  auto file = Open(*document, *context.statements);
  if (!file && file.error().code == base::Code::kNotFound) {
    list = TRY(StoredDocumentsOf(number, *context.statements));
    document = find(list);
    if (document == nullptr) return NotFound{};
    file = Open(*document, *context.statements);
  }
  if (!file && file.error().code == base::Code::kNotFound && context.statements->fetch) {
    TRY(context.statements->fetch(number, *document));
    file = Open(*document, *context.statements);
  }
  auto opened = TRY(std::move(file));
  reply->AddHeader("Content-Disposition", fmt::format("attachment; filename=\"{}\"",
                                                      model::FileNameOf(number, *document)));
  // The content comes from outside, so browsers must not guess another type.
  return File{.tag = "\"" + document->sha256 + "\"", .file = std::move(opened)};
}

}  // namespace

Outcome ListCopies(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const DocumentList list = TRY(DocumentsOf(*context.catalog, *asked.Number(kNumberInPath)));
  std::string& body = reply->body();
  body.push_back('[');
  for (const std::int32_t year : ListedCopyYears(list, *context.statements)) {
    if (!body.ends_with('[')) body.push_back(',');
    body.append(fmt::format("\"{}\"", year));
  }
  body.push_back(']');
  return TaggedBody(body);
}

Outcome DownloadCopy(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const auto year = static_cast<std::int32_t>(asked.Whole(kCopyYearInPath));
  const auto find = [year](const DocumentList& list) { return model::FindCopy(list, year); };
  return Send(*asked.Number(kNumberInPath), find, context, reply);
}

Outcome ListInterimBalances(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const DocumentList list = TRY(DocumentsOf(*context.catalog, *asked.Number(kNumberInPath)));
  std::string& body = reply->body();
  body.push_back('[');
  for (const Document& balance : model::InterimBalances(list)) {
    if (!body.ends_with('[')) body.push_back(',');
    body.append(fmt::format(R"({{"{}":"{}","{}":"{}"}})", model::kBalanceYear, balance.year,
                            model::kBalanceId, balance.id));
  }
  body.push_back(']');
  return TaggedBody(body);
}

Outcome DownloadInterimBalance(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const std::int64_t id = asked.Whole(kBalanceIdInPath);
  const auto find = [id](const DocumentList& list) { return model::FindInterimBalance(list, id); };
  return Send(*asked.Number(kNumberInPath), find, context, reply);
}

}  // namespace orgreg::api
