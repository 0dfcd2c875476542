// SPDX-License-Identifier: EUPL-1.2

// Data extension of the Reconciliation Service API 0.2: the values of properties of units that were
// matched. Safe from any thread.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

struct PropertyRow;

struct ExtensionQuery {
  std::vector<std::string> ids = {};                // Each once.
  std::vector<const PropertyRow*> properties = {};  // Those that this service has.
};

// Nothing if the text is not a query of data extension.
std::optional<ExtensionQuery> ReadExtension(std::string_view json);

// An answer is {"meta":[…],"rows":{…}}: this appends `"meta":[…]`.
void AppendMeta(const ExtensionQuery& query, std::string* out);
// Appends `"id":{…}`, the row of a unit. One that does not exist, or a property that it lacks, has
// no values.
base::Status AppendRow(const search::Catalog& catalog, const ExtensionQuery& query,
                       std::string_view id, std::string* out);

// Appends {"type":…,"properties":[…]}: the first `most` properties.
void AppendProperties(std::string_view type, std::size_t most, std::string* out);

}  // namespace orgreg::api
