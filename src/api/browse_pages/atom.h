// SPDX-License-Identifier: EUPL-1.2

// The changes of the register, or of the records that a search finds today, for readers of feeds
// (RFC 4287). Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Changes of entities and of sub-entities.
Outcome FeedChanges(const Context& context, Reply* reply);

// Changes of the records of the argument's kind that the search finds. Without a filter, also of
// those that were struck off.
Outcome FeedSearch(const Context& context, Reply* reply);

}  // namespace orgreg::api
