// SPDX-License-Identifier: EUPL-1.2

// The pages for people, and what they load (docs/decisions/0050-pages.md). Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// The page at the path of the request; the browser asks each time whether it is still the same.
Outcome ShowPage(const Context& context, Reply* reply);

// From the address of the first page without its slash to the one with it: "/register", "/nb". Its
// links are right only there.
Outcome RedirectToStart(const Context& context, Reply* reply);

// A style sheet, a script or an image, whose name changes with its content: browsers keep it.
Outcome ShowAsset(const Context& context, Reply* reply);

// The files of the whole registers, which the routes know (state_pages/files.h).
Outcome ShowFiles(const Context& context, Reply* reply);

// All operations and schemas of the interface document (reference_page/reference.h).
Outcome ShowReference(const Context& context, Reply* reply);

}  // namespace orgreg::api
