// SPDX-License-Identifier: EUPL-1.2

// The list of an organisation's documents, as it is stored (docs/store-format.md). Pure functions;
// safe from any thread.

#pragma once

#include <string_view>

#include "base/result.h"
#include "model/registers/documents.h"

namespace orgreg::records {

// kCorrupt if it is not such a list. Does not check the files.
base::Result<model::DocumentList> ReadStoredDocuments(std::string_view text);

}  // namespace orgreg::records
