// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/code_lists.h"

#include "formats/byte_source.h"
#include "ingest/imports/code_rows.h"

namespace orgreg::ingest {

base::Result<CodeImportReport> ImportCodeLists(records::Register* target, const std::string& file) {
  // The rows are checked against the lists of the store.
  TRY(target->InstallCodeLists());
  auto source = TRY(formats::OpenSource(file));
  CodeRows rows(&source.bytes());
  if (base::Status read = rows.Read(); !read) return std::move(read).error().At(file);
  CodeImportReport report{.read = rows.read(), .bad = rows.bad(), .bad_rows = rows.Complaints()};
  if (report.bad != 0) return report;
  const auto counts = TRY(target->PutCodeChanges(rows.changes()));
  report.codes = counts;
  return report;
}

}  // namespace orgreg::ingest
