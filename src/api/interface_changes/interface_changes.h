// SPDX-License-Identifier: EUPL-1.2

// Which changes of the interface document break clients, and which only add to it
// (docs/decisions/0051-changes-of-the-interface.md). It compares two documents of OpenAPI by rules
// about clients that follow the older one; it knows no table of the interface. What it cannot judge
// counts as breaking. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/interface_changes/change.h"
#include "base/result.h"

namespace orgreg::api {

// What errors call the documents, such as the paths of their files. Borrowed.
struct DocumentNames {
  std::string_view older = "the older document";
  std::string_view newer = "the newer document";
};

// The version of OpenAPI of the older document, which is in JSON, as in 3.0.3. kInvalid if it is
// none.
base::Result<std::string> OpenApiVersionOf(std::string_view document,
                                           const DocumentNames& names = {});
bool IsOpenApi30(std::string_view version);

// In the order of the older document, then what is new. kInvalid if one of them is not a document
// of OpenAPI in JSON, or if one has version 3.0 of OpenAPI and the other a newer one.
base::Result<std::vector<Change>> CompareInterfaces(std::string_view before, std::string_view after,
                                                    const DocumentNames& names = {});

}  // namespace orgreg::api
