#include "api/publication.h"

namespace orgreg::api {

base::Result<bool> IsRemoved(const search::Catalog& catalog, base::OrgNumber number) {
  for (const model::Kind kind : model::kUnitKinds) {
    const auto found = catalog.Lookup(kind, number);
    if (!found) return found.error();
    if (*found && (*found)->state == model::State::kRemoved) return true;
  }
  return false;
}

}  // namespace orgreg::api
