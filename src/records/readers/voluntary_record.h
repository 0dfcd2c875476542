// Entries of the register of non-profit organisations, between an inventory, the store and
// the index (records/readers/supplement.h). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/values/date.h"
#include "base/values/org_number.h"
#include "records/readers/record_reader.h"
#include "render/record_columns.h"

namespace simdjson::dom {
// The library calls it so.
// NOLINTNEXTLINE(readability-identifier-naming)
class object;
}  // namespace simdjson::dom

namespace orgreg::records {

struct Supplement;
struct IndexedSupplement;

// Reads a record as it is served, with links or without. One with the day on which the
// organisation was struck off is kept reduced. Names of categories come from the code list and
// are not kept. False, with every problem named, where it cannot be taken; unknown members go
// to `unknown`.
bool ReadVoluntary(simdjson::dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown);

// What the index would keep of an entry, given without insets, if it had been struck off on that
// day.
base::Result<render::RecordColumns> ReducedVoluntary(const std::string& plain, base::Date day);

// Columns as render/voluntary_json.h has them; no keys.
base::Status IndexVoluntary(simdjson::dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed);

}  // namespace orgreg::records
