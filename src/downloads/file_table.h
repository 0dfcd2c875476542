// SPDX-License-Identifier: EUPL-1.2

// The files of the register, declared once: the content, format and name of each (spec, Download
// operations; reference, Downloads). Constants.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "model/kind.h"

namespace orgreg::downloads {

enum class Format {
  kJson,
  kCsv,
  kSheet,
  kZip,  // The same packed JSON as kJson, as the one file of an archive.
};

struct FileRow {
  model::Kind kind = model::Kind::kEntity;
  Format format = Format::kJson;
  std::string_view name = {};       // The name of the whole file, on the disk and on the wire.
  std::string_view part_name = {};  // The name of a selection; empty if there are no filters.
  std::string_view sheet_name = {};
};

inline constexpr std::size_t kFileCount = 8;
std::span<const FileRow, kFileCount> Files();

// All roles with identification numbers: made only while it is sent.
inline constexpr std::string_view kAuthorisedRolesName = "roller_alle_autorisert.json.gz";
inline constexpr std::string_view kAuthorisedRolesZipName = "roller_alle_autorisert.zip";
// The name inside the archive.
inline constexpr std::string_view kAuthorisedRolesTextName = "roller_alle_autorisert.json";

const FileRow& FileOf(model::Kind kind, Format format);

}  // namespace orgreg::downloads
