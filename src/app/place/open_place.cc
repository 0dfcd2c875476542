// SPDX-License-Identifier: EUPL-1.2

#include "app/place/open_place.h"

#include <utility>

#include "app/place/source_mark.h"
#include "store/open/open.h"

namespace orgreg::app {

base::Result<std::unique_ptr<store::Store>> OpenPlace(const Place& place, store::OpenMode mode,
                                                      store::StoreOptions options) {
  TRY(place.Check());
  if (mode != store::OpenMode::kReadOnly) TRY(CheckIsNoReplica(place));
  return store::OpenStore(place.address(), mode, std::move(options));
}

base::Result<std::unique_ptr<store::Store>> OpenReplica(const Place& place,
                                                        store::StoreOptions options) {
  TRY(place.Check());
  return store::OpenStore(place.address(), store::OpenMode::kReadWriteCreate, std::move(options));
}

}  // namespace orgreg::app
