#include "api/registers/downloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "api/answers/errors.h"
#include "api/interface/csv_safety.h"
#include "api/interface/failures.h"
#include "api/interface/list_frame.h"
#include "api/interface/record_streams.h"
#include "api/roles/roles.h"
#include "base/values/timestamp.h"
#include "http/answer/file_answer.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using downloads::FileOf;
using downloads::FileRow;
using downloads::Format;
using model::Kind;

// The last update that is in what is sent (docs/downloads.md).
constexpr std::string_view kPositionField = "Register-Position";

void SendWhole(const FileRow& row, const Context& context, http::Response* response) {
  const auto set = context.inventories.Current();
  const auto place = static_cast<std::size_t>(&row - downloads::Files().data());
  if (set == nullptr || !(*set)[place]) return AnswerLater(Cause::kNotMade, response);
  const Inventory& inventory = *(*set)[place];
  constexpr std::int64_t kMilliseconds = 1000;
  AddFileFields(row.name, inventory.entry.stamp.last_change, response);
  http::AnswerFile(context.request,
                   {.tag = inventory.tag,
                    // A clock may have been wrong when it was made (RFC 9110, 8.8.2.1).
                    .last_modified = std::min<std::time_t>(
                        inventory.entry.stamp.time_ms / kMilliseconds, std::time(nullptr)),
                    .file = inventory.file},
                   response);
}

void SendSelection(const FileRow& row, const Context& context, const search::Query& query,
                   Answer* answer) {
  auto page = context.catalog->Search(query);
  if (!page) return AnswerFailed(page.error(), context, answer);
  AddFileFields(row.part_name, context.catalog->state().last_change, &answer->response);
  const downloads::EncoderOptions options = {
      .kind = row.kind, .format = row.format, .records = page->records.size(), .is_whole = false};
  AddCutField({.total = page->total, .sent = page->records.size()}, &answer->response);
  answer->response.set_stream(
      std::make_unique<EncodedBody>(RecordsOf(context.catalog, std::move(page->records)), options));
}

// Everything, in another order or with other bytes than those of the file.
void SendRemade(const FileRow& row, const Context& context, const search::Query& query,
                bool is_sheet_safe, Answer* answer) {
  base::FairShare::Part place = context.expensive.Take(context.counts_as);
  if (!place.is_held()) return AnswerLater(Cause::kTooMuchWork, &answer->response);
  auto walk = context.catalog->Walk(query);
  if (!walk) return AnswerFailed(walk.error(), context, answer);
  AddFileFields(row.name, context.catalog->state().last_change, &answer->response);
  const downloads::EncoderOptions options = {.kind = row.kind,
                                             .format = row.format,
                                             .records = walk->count(),
                                             .is_whole = true,
                                             .is_sheet_safe = is_sheet_safe};
  answer->response.set_stream(
      std::make_unique<EncodedBody>(RecordsOf(std::move(*walk)), options, std::move(place)));
}

// Spec, Download operations, 1 to 3: filters make it a selection; not every file has them.
void Download(const FileRow& row, const Context& context, Answer* answer) {
  http::Response* const response = &answer->response;
  search::Problems problems;
  search::Query query;
  bool is_sheet_safe = false;
  if (!row.part_name.empty()) {
    const std::vector<search::Argument> arguments = ArgumentsOf(context.query, &problems);
    query = search::ParseQuery(row.kind, arguments, &problems, search::Purpose::kDownload);
  } else if (row.format == Format::kCsv) {
    query.kind = row.kind;
    is_sheet_safe = TakeCsvSafety(context.query, &problems);
  } else {
    problems = RefuseArguments(context.query);
  }
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, response);
  }
  if (!query.AsksForAll()) return SendSelection(row, context, query, answer);
  if (search::IsInOrderOfNumber(query) && !is_sheet_safe) return SendWhole(row, context, response);
  SendRemade(row, context, query, is_sheet_safe, answer);
}

void AppendManifestEntry(const downloads::FileEntry& entry, std::string* out) {
  out->append(fmt::format(
      R"({{"name":"{}","size":{},"sha256":"{}","records":{},"position":{},"time":"{}"}})",
      entry.row->name, entry.identity.size_bytes, entry.sha256, entry.records,
      entry.stamp.last_change, base::Timestamp::FromMilliseconds(entry.stamp.time_ms).ToString()));
}

}  // namespace

void AddFileFields(std::string_view name, std::int64_t position, http::Response* response) {
  response->AddHeader("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
  response->AddHeader(kPositionField, fmt::format("{}", position));
}

void DownloadEntities(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kEntity, Format::kJson), context, answer);
}
void DownloadEntityCsv(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kEntity, Format::kCsv), context, answer);
}
void DownloadEntitySheet(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kEntity, Format::kSheet), context, answer);
}
void DownloadSubEntities(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kSubEntity, Format::kJson), context, answer);
}
void DownloadSubEntityCsv(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kSubEntity, Format::kCsv), context, answer);
}
void DownloadSubEntitySheet(const Context& context, Answer* answer) {
  Download(FileOf(Kind::kSubEntity, Format::kSheet), context, answer);
}

void DownloadRoles(const Context& context, Answer* answer) {
  const bool is_zip = context.offer.type == kZipFile;
  Download(FileOf(Kind::kRoles, is_zip ? Format::kZip : Format::kJson), context, answer);
}

void ShowManifest(const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const auto set = context.inventories.Current();
  if (set == nullptr) return AnswerLater(Cause::kNotMade, &answer->response);
  std::string& body = answer->response.body();
  body.append("{\"files\":[");
  for (const std::optional<Inventory>& inventory : *set) {
    if (!inventory) continue;
    if (!body.ends_with('[')) body.push_back(',');
    AppendManifestEntry(inventory->entry, &body);
  }
  body.append("]}");
}

}  // namespace orgreg::api
