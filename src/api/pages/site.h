// SPDX-License-Identifier: EUPL-1.2

// The files of web/ and docs/guide that are sent as they are: pages, style sheets, scripts and
// images. Found at first use; safe from any thread.

#pragma once

#include <string_view>

#include "api/pages/archive.h"

namespace orgreg::api {

// By its path from the root of the pages; null if there is none.
const ArchivedFile* FindSiteFile(std::string_view path);

}  // namespace orgreg::api
