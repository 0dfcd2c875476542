// SPDX-License-Identifier: EUPL-1.2

#include "downloads/file_table.h"

#include <array>

namespace orgreg::downloads {
namespace {

using model::Kind;

constexpr std::array<FileRow, kFileCount> kFiles = {{
    {Kind::kEntity, Format::kJson, "enheter_alle.json.gz", "enheter_utvalg.json.gz"},
    {Kind::kEntity, Format::kCsv, "enheter_alle.csv.gz", ""},
    {Kind::kEntity, Format::kSheet, "enheter_alle.xlsx", "enheter_utvalg.xlsx", "Enheter"},
    {Kind::kSubEntity, Format::kJson, "underenheter_alle.json.gz", "underenheter_utvalg.json.gz"},
    {Kind::kSubEntity, Format::kCsv, "underenheter_alle.csv.gz", ""},
    {Kind::kSubEntity, Format::kSheet, "underenheter_alle.xlsx", "", "Underenheter"},
    {Kind::kRoles, Format::kJson, "roller_alle.json.gz", ""},
    // Made from the one before it.
    {Kind::kRoles, Format::kZip, "roller_alle.zip", ""},
}};

}  // namespace

std::span<const FileRow, kFileCount> Files() { return kFiles; }

const FileRow& FileOf(model::Kind kind, Format format) {
  for (const FileRow& row : kFiles) {
    if (row.kind == kind && row.format == format) return row;
  }
  return kFiles.front();  // The table has them all.
}

}  // namespace orgreg::downloads
