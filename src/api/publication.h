// Whether an organisation may be shown at all: what other registers know of it goes with it
// when it is removed from publication (spec, Deleted and removed records). Safe from any
// thread.

#pragma once

#include "base/org_number.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// True where the entity or sub-entity of the number is removed. An organisation that the
// register does not know is not removed.
base::Result<bool> IsRemoved(const search::Catalog& catalog, base::OrgNumber number);

}  // namespace orgreg::api
