// SPDX-License-Identifier: EUPL-1.2

// The files of whole registers that the routes offer, for the pages and the catalogue that list
// them. Pure; safe from any thread.

#pragma once

#include <optional>
#include <string_view>

#include "api/interface/route.h"
#include "downloads/file_table.h"
#include "model/kind.h"

namespace orgreg::api {

// How a file is written: its type in the vocabulary of files, and its media type once unpacked.
struct FileForm {
  std::string_view file_type = {};
  std::string_view media_type = {};
  bool is_packed = false;  // with gzip
};

struct OfferedFile {
  const RouteRow* route = nullptr;
  model::Kind kind = model::Kind::kEntity;
  std::string_view name = {};  // Under which a client keeps it.
  FileForm form = {};
  const downloads::FileRow* made = nullptr;  // Null: the file is made while it is sent.

  // True if the same address gives selections, too.
  bool takes_filters() const { return made != nullptr && !made->part_name.empty(); }
};

// Nothing if the operation does not send such a file.
std::optional<OfferedFile> OfferedFileOf(const RouteRow& row);

}  // namespace orgreg::api
