// SPDX-License-Identifier: EUPL-1.2

// The description of the data sets, their files and their interfaces for catalogues of open data,
// in the vocabulary of DCAT-AP-NO as Turtle. A handler; see context.h.

#pragma once

#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

inline constexpr std::string_view kDataCataloguePath = "/catalog.ttl";

// Which files there are comes from the rows of routes. A file that is not made yet has no size, no
// time and no checksum.
Outcome ShowDataCatalogue(const Context& context, Reply* reply);

}  // namespace orgreg::api
