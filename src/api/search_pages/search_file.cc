// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/search_file.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>

#include "api/interface/ask.h"
#include "api/interface/record_streams.h"
#include "base/threads/fair_share.h"
#include "downloads/encoder.h"
#include "model/kind.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using downloads::Format;

// A browser unpacks what is packed on the way, and saves the text. Without a field Accept-Encoding
// any coding is right (RFC 9110, 12.5.3).
void AddFields(model::Kind kind, Format format, Reply* reply) {
  const std::string_view name = kind == model::Kind::kEntity ? "entities" : "sub-entities";
  const std::string_view ending = format == Format::kCsv ? "csv" : "xlsx";
  reply->AddHeader("Content-Disposition",
                   fmt::format("attachment; filename=\"{}.{}\"", name, ending));
  reply->AddHeader("X-Robots-Tag", "noindex");
  if (format == Format::kCsv) reply->AddHeader("Content-Encoding", "gzip");
}

}  // namespace

Outcome SendSearchFile(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  base::FairShare::Part place = context.shares.made_files.Take(context.counts_as);
  if (!place.is_held()) return Cause::kTooMuchWork;
  const model::Kind kind = *context.argument().kind;
  const Format format = context.argument().format;
  auto walk = TRY(context.catalog->Walk(search::QueryOf(kind, asked, search::Purpose::kPage)));
  AddFields(kind, format, reply);
  const downloads::EncoderOptions options = {.kind = kind,
                                             .format = format,
                                             .records = walk.count(),
                                             .is_whole = false,
                                             .is_sheet_safe = true};
  return Stream{
      .body = std::make_unique<EncodedBody>(RecordsOf(std::move(walk)), options, std::move(place))};
}

}  // namespace orgreg::api
