// SPDX-License-Identifier: EUPL-1.2

// The import of each kind is a row: the files that it needs and the options that it takes. The
// kind's own command, its options and its help derive from the row. Constants.

#pragma once

#include <span>
#include <string_view>

#include "model/kind.h"

namespace orgreg::app {

enum class ImportWay : std::uint8_t {
  kInventory,  // All files of a run together are the inventory of the kind.
  kFiles,      // Each file is added to the stored records.
  kFolders,    // The same, with folders of documents.
};

struct ImportKindRow {
  model::Kind kind = model::Kind::kEntity;
  ImportWay way = ImportWay::kInventory;
  bool takes_numbers = false;        // Records may hold identification numbers.
  std::string_view help = {};        // One line, in the list of kinds.
  std::string_view needs = {};       // What the files must be.
  std::string_view file_names = {};  // The form of their names; empty: any.
  std::string_view example = {};     // A command line without the program's name.
};
std::span<const ImportKindRow> ImportKindRows();

}  // namespace orgreg::app
