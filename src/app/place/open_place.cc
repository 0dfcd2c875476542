// SPDX-License-Identifier: EUPL-1.2

#include "app/place/open_place.h"

#include <utility>

#include "store/open/open.h"

namespace orgreg::app {

base::Result<std::unique_ptr<store::Store>> OpenPlace(const Place& place, store::OpenMode mode,
                                                      store::StoreOptions options) {
  TRY(place.Check());
  return store::OpenStore(place.address(), mode, std::move(options));
}

}  // namespace orgreg::app
