#include "api/statements/documents.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/number_in_path.h"
#include "api/interface/publication.h"
#include "api/statements/errors.h"
#include "http/answer/file_answer.h"
#include "model/registers/documents.h"
#include "records/readers/document_record.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using model::Document;
using model::DocumentList;
using search::Reason;

// The documents of the organisation; none where it may not be shown.
Result<DocumentList> DocumentsOf(const search::Catalog& catalog, OrgNumber number) {
  const auto is_removed = TRY(IsRemoved(catalog, number));
  const auto found = TRY(catalog.Lookup(model::Kind::kDocuments, number));
  if (is_removed || !found || found->state != model::State::kLive) {
    return DocumentList{.number = number};
  }
  return records::ReadStoredDocuments(found->record.stored());
}

// Whose documents are asked for; nothing where that was refused or failed, and is answered.
std::optional<DocumentList> FindList(search::Problems problems, const Context& context,
                                     Answer* answer) {
  const std::optional<OrgNumber> number = NumberInPath(context, &problems);
  if (!problems.empty()) {
    AnswerBad(problems, context, answer);
    return std::nullopt;
  }
  auto list = DocumentsOf(*context.catalog, *number);
  if (list) return std::move(*list);
  AnswerFailed(list.error(), context, answer);
  return std::nullopt;
}

// Digits and nothing else.
std::optional<std::int64_t> ParseDigits(std::string_view text) {
  std::int64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const bool is_number =
      !text.empty() && text.front() != '-' && error == std::errc() && end == last;
  return is_number ? std::optional(value) : std::nullopt;
}

void AddFingerprint(Answer* answer) {
  const std::string& body = answer->response.body();
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

// The oldest year of which copies are listed (reference, Intermediate balances and account copies).
std::int32_t FirstListedYear(const StatementSources& sources) {
  if (sources.copy_years == 0) return 0;
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(today);
  return static_cast<int>(date.year()) - static_cast<std::int32_t>(sources.copy_years);
}

// The file, once its bytes were found to be those it is called by. What is sent is what was opened
// here.
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

// What the store has by now; the index that is served may be a little behind it.
Result<DocumentList> StoredDocumentsOf(OrgNumber number, const StatementSources& sources) {
  DocumentList list{.number = number};
  if (sources.source == nullptr) return list;
  auto view = TRY(sources.source->Read());
  const auto row = TRY(view.FindRow(model::Kind::kDocuments, number));
  if (!row || row->state != store::RowState::kLive) return list;
  return records::ReadStoredDocuments(row->body);
}

// The document that `find` gives of the list. A file that is gone may have been replaced or
// removed just now, so that the list is asked for once more where lists are made.
template <typename Find>
void Send(DocumentList list, const Find& find, const Context& context, Answer* answer) {
  http::Response* const response = &answer->response;
  const Document* document = find(list);
  if (document == nullptr) return AnswerNotFound(response);
  auto file = Open(*document, *context.statements);
  if (!file && file.error().code == base::Code::kNotFound) {
    auto stored = StoredDocumentsOf(list.number, *context.statements);
    if (!stored) return AnswerFailed(stored.error(), context, answer);
    list = std::move(*stored);
    document = find(list);
    if (document == nullptr) return AnswerNotFound(response);
    file = Open(*document, *context.statements);
  }
  if (!file) return AnswerFailed(file.error(), context, answer);
  response->AddHeader(
      "Content-Disposition",
      fmt::format("attachment; filename=\"{}\"", model::FileNameOf(list.number, *document)));
  // Somebody else wrote it: it is nothing but what we say it is.
  const std::string tag = "\"" + document->sha256 + "\"";
  http::AnswerFile(context.request, {.tag = tag, .file = *file}, response);
}

}  // namespace

void ListCopies(const Context& context, Answer* answer) {
  const auto list = FindList({}, context, answer);
  if (!list) return;
  const std::int32_t first = FirstListedYear(*context.statements);
  std::string& body = answer->response.body();
  body.push_back('[');
  for (const std::int32_t year : model::CopyYears(*list)) {
    if (year < first) continue;
    if (!body.ends_with('[')) body.push_back(',');
    body.append(fmt::format("\"{}\"", year));
  }
  body.push_back(']');
  AddFingerprint(answer);
}

void DownloadCopy(const Context& context, Answer* answer) {
  constexpr std::size_t kYearDigits = 4;
  search::Problems problems;
  const std::string_view text = context.Capture(1);
  const std::optional<std::int64_t> year = ParseDigits(text);
  if (!year || text.size() != kYearDigits) {
    problems.insert(problems.begin(), {.reason = Reason::kNotFourDigits,
                                       .parameters = {std::string(model::kCopyYearInPath)},
                                       .value = std::string(text)});
  }
  auto list = FindList(std::move(problems), context, answer);
  if (!list) return;
  const auto find = [&](const DocumentList& of) {
    return model::FindCopy(of, static_cast<std::int32_t>(*year));
  };
  Send(std::move(*list), find, context, answer);
}

void ListInterimBalances(const Context& context, Answer* answer) {
  const auto list = FindList({}, context, answer);
  if (!list) return;
  std::string& body = answer->response.body();
  body.push_back('[');
  for (const Document& balance : model::InterimBalances(*list)) {
    if (!body.ends_with('[')) body.push_back(',');
    body.append(fmt::format(R"({{"{}":"{}","{}":"{}"}})", model::kBalanceYear, balance.year,
                            model::kBalanceId, balance.id));
  }
  body.push_back(']');
  AddFingerprint(answer);
}

void DownloadInterimBalance(const Context& context, Answer* answer) {
  search::Problems problems;
  const std::string_view text = context.Capture(1);
  const std::optional<std::int64_t> id = ParseDigits(text);
  if (!id) {
    problems.insert(problems.begin(), {.reason = Reason::kNotWholeNumber,
                                       .parameters = {std::string(model::kBalanceId)},
                                       .value = std::string(text)});
  }
  auto list = FindList(std::move(problems), context, answer);
  if (!list) return;
  const auto find = [&](const DocumentList& of) { return model::FindInterimBalance(of, *id); };
  Send(std::move(*list), find, context, answer);
}

}  // namespace orgreg::api
