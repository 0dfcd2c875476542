// The list of an organisation's documents, between the store and the index
// (records/readers/supplement.h). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/registers/documents.h"
#include "records/readers/record_reader.h"

namespace simdjson::dom {
// The library calls it so.
// NOLINTNEXTLINE(readability-identifier-naming)
class object;
}  // namespace simdjson::dom

namespace orgreg::records {

struct Supplement;
struct IndexedSupplement;

// Reads a list as it is stored (docs/store-format.md). False, with every problem named, where
// it cannot be taken; unknown members go to `unknown`. Says nothing of the files.
bool ReadDocuments(simdjson::dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown);

// Columns: the list as it is stored; no keys.
base::Status IndexDocuments(simdjson::dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed);

// A list as it is stored, the same for the same content; and back, with kCorrupt where it is
// none.
void AppendStoredDocuments(const model::DocumentList& list, std::string* out);
base::Result<model::DocumentList> ReadStoredDocuments(std::string_view text);

}  // namespace orgreg::records
