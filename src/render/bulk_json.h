// From a record as the Catalog keeps it to its line in the JSON file: the same bytes without
// links (spec, Download operations). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::render {

// Appends what AppendRecord writes for the same record without links. `rendered` is what it
// wrote with them. False, with `out` as it was, where that cannot be.
[[nodiscard]] bool AppendBulkRecord(std::string_view rendered, std::string* out);

}  // namespace orgreg::render
