// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/watched.h"

namespace orgreg::app {

Moment::Moment(const Watched& watched)
    : of(watched),
      catalog(watched.catalog()),
      facts(api::FactsOf({.catalog = catalog.get(),
                          .inventories = watched.inventories,
                          .feed = watched.feed,
                          .source = watched.source})),
      load(watched.load()),
      process(ReadProcessState()),
      now(Visibility::Clock::now()) {}

}  // namespace orgreg::app
