// SPDX-License-Identifier: EUPL-1.2

#include "app/place/open_place.h"

#include <utility>

#include "app/place/source_mark.h"
#include "store/open/open.h"

namespace orgreg::app {

base::Result<std::unique_ptr<store::Store>> OpenPlace(const Place& place, store::OpenMode mode,
                                                      store::StoreOptions options) {
  TRY(place.Check());
  // What is in the folder of a store in a database is no truth.
  const bool writes_here = mode != store::OpenMode::kReadOnly && !place.has_database();
  if (writes_here) TRY(CheckIsNoReplica(place));
  options.durability = place.durability();
  return store::OpenStore(place.address(), mode, std::move(options));
}

base::Result<std::unique_ptr<store::Store>> OpenReplica(const Place& place,
                                                        store::StoreOptions options) {
  TRY(place.Check());
  return store::OpenStore(place.address(), store::OpenMode::kReadWriteCreate, std::move(options));
}

}  // namespace orgreg::app
