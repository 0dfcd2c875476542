// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/offered_files.h"

#include "api/registers/downloads.h"
#include "api/registers/parties.h"
#include "api/registers/voluntary.h"
#include "model/registers/register_columns.h"

namespace orgreg::api {
namespace {

using downloads::Format;

constexpr FileForm kPlainCsv = {"CSV", "text/csv"};

FileForm FormOf(Format format) {
  switch (format) {
    case Format::kCsv:
      return {"CSV", "text/csv", true};
    case Format::kSheet:
      return {"XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};
    case Format::kJson:
    case Format::kZip:  // No operation has it alone.
      return {"JSON", "application/json", true};
  }
  return kPlainCsv;
}

}  // namespace

std::optional<OfferedFile> OfferedFileOf(const RouteRow& row) {
  const Handle handle = row.work.handle;
  const RouteArgument& argument = row.work.argument;
  if (!argument.kind) return std::nullopt;
  OfferedFile file = {.route = &row, .kind = *argument.kind, .form = kPlainCsv};
  if (handle == DownloadFile) {
    file.form = FormOf(argument.format);
    file.made = &downloads::FileOf(*argument.kind, argument.format);
    file.name = file.made->name;
  } else if (handle == DownloadParties) {
    file.name = model::kPartyFileName;
  } else if (handle == DownloadVoluntary) {
    file.name = model::kVoluntaryFileName;
  } else {
    return std::nullopt;
  }
  return file;
}

}  // namespace orgreg::api
