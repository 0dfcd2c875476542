// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/database.h"

#include <utility>

#include "app/place/open_place.h"

namespace orgreg::app {

using base::Result;

Database::Database(Place place, std::stop_token stop)
    : place_(std::move(place)), address_(place_.shown_address()), stop_(std::move(stop)) {}

Result<store::Store*> Database::Open() {
  const std::lock_guard lock(opening_);
  if (store_ == nullptr)
    store_ = TRY(OpenPlace(place_, store::OpenMode::kReadOnly, {.stop = stop_}));
  return store_.get();
}

Result<store::Store*> Database::OpenSetBack() {
  const std::lock_guard lock(opening_);
  if (set_back_ == nullptr) {
    set_back_ = TRY(
        OpenPlace(place_, store::OpenMode::kReadOnly, {.accepts_set_back = true, .stop = stop_}));
  }
  return set_back_.get();
}

Result<store::Cluster*> Database::OpenCluster() {
  store::Store* const store = TRY(Open());
  return store->cluster();
}

}  // namespace orgreg::app
