// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/opened_database.h"

#include "store/open/open.h"

namespace orgreg::app {

base::Result<std::unique_ptr<store::Store>> OpenDatabase(const Settings& settings) {
  const Place place = PlaceOf(settings);
  if (HasDatabase(settings)) {
    return store::OpenStore(place.address(), store::OpenMode::kReadOnly,
                            {.durability = place.durability()});
  }
  return base::Error{base::Code::kInvalid,
                     "the store is in a folder, so there are no nodes: name the database (--store "
                     "postgresql://…)"};
}

}  // namespace orgreg::app
