// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/downloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "api/interface/ask.h"
#include "api/interface/list_frame.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/record_streams.h"
#include "api/interface/wanted_position.h"
#include "base/values/timestamp.h"
#include "downloads/file_table.h"
#include "downloads/manifest.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using downloads::FileOf;
using downloads::FileRow;
using downloads::Format;

Outcome SendWhole(const FileRow& row, const Context& context, Reply* reply) {
  const auto set = context.inventories.Current();
  const Inventory* const found = Inventories::Find(set.get(), row);
  if (found == nullptr) return Cause::kNotMade;
  const Inventory& inventory = *found;
  constexpr std::int64_t kMilliseconds = 1000;
  AddFileFields(row.name, inventory.entry.stamp.last_change, reply);
  return File{.tag = inventory.tag,
              // The clock may have been wrong when the file was made (RFC 9110, 8.8.2.1).
              .last_modified = std::min<std::time_t>(inventory.entry.stamp.time_ms / kMilliseconds,
                                                     std::time(nullptr)),
              .file = inventory.file};
}

Outcome SendSelection(const FileRow& row, const Context& context, const search::Query& query,
                      Reply* reply) {
  auto page = TRY(context.catalog->Search(query));
  TRY(context.catalog->Check(page));
  AddFileFields(row.part_name, context.catalog->state().last_change, reply);
  const downloads::EncoderOptions options = {
      .kind = row.kind, .format = row.format, .records = page.places.size(), .is_whole = false};
  AddCutField({.total = page.total, .sent = page.places.size()}, reply);
  return Stream{
      .body = std::make_unique<EncodedBody>(RecordsOf(context.catalog, std::move(page)), options)};
}

// Everything, in another order or with other bytes than those of the file.
Outcome SendRemade(const FileRow& row, const Context& context, const search::Query& query,
                   bool is_sheet_safe, Reply* reply) {
  base::FairShare::Part place = context.shares.made_files.Take(context.counts_as);
  if (!place.is_held()) return Cause::kTooMuchWork;
  auto walk = TRY(context.catalog->Walk(query));
  AddFileFields(row.name, context.catalog->state().last_change, reply);
  const downloads::EncoderOptions options = {.kind = row.kind,
                                             .format = row.format,
                                             .records = walk.count(),
                                             .is_whole = true,
                                             .is_sheet_safe = is_sheet_safe};
  return Stream{
      .body = std::make_unique<EncodedBody>(RecordsOf(std::move(walk)), options, std::move(place))};
}

void AppendManifestEntry(const downloads::FileEntry& entry, std::string* out) {
  out->append(fmt::format(
      R"({{"name":"{}","size":{},"sha256":"{}","records":{},"position":{},"time":"{}"}})",
      entry.row->name, entry.identity.size_bytes, entry.sha256, entry.records,
      entry.stamp.last_change, base::Timestamp::FromMilliseconds(entry.stamp.time_ms).ToString()));
}

}  // namespace

void AddFileFields(std::string_view name, std::int64_t position, Reply* reply) {
  reply->AddHeader("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
  reply->AddHeader(kPositionField, fmt::format("{}", position));
}

// Spec, Download operations, 1 to 3: filters make it a selection; not every file has them.
Outcome DownloadFile(const Context& context, Reply* reply) {
  const RouteArgument& argument = context.argument();
  const bool is_zip = context.offer.type == kZipFile;
  const FileRow& row = FileOf(*argument.kind, is_zip ? Format::kZip : argument.format);
  const search::Values asked = TRY(Ask(context));
  const bool is_sheet_safe = asked.Has(kSafety);
  search::Query query{.kind = row.kind};
  if (!row.part_name.empty()) query = QueryOf(row.kind, asked, search::Purpose::kDownload);
  if (!query.AsksForAll()) return SendSelection(row, context, query, reply);
  if (search::IsInOrderOfNumber(query) && !is_sheet_safe) return SendWhole(row, context, reply);
  return SendRemade(row, context, query, is_sheet_safe, reply);
}

Outcome ShowManifest(const Context& context, Reply* reply) {
  TRY(Ask(context));
  const auto set = context.inventories.Current();
  if (set == nullptr) return Cause::kNotMade;
  std::string& body = reply->body();
  body.append("{\"files\":[");
  for (const std::optional<Inventory>& inventory : *set) {
    if (!inventory) continue;
    if (!body.ends_with('[')) body.push_back(',');
    AppendManifestEntry(inventory->entry, &body);
  }
  body.append("]}");
  return Body{};
}

}  // namespace orgreg::api
