// SPDX-License-Identifier: EUPL-1.2

// The root of the interface, its document, and the notes on its versions. Handlers; see context.h.

#pragma once

#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

// The paths of the interface document.
inline constexpr std::string_view kInterfaceJsonPath = "/openapi.json";
inline constexpr std::string_view kInterfaceYamlPath = "/openapi.yaml";

Outcome ShowRoot(const Context& context, Reply* reply);

// The interface document (interface_document/document.h) in its two forms, made at the first
// request for it; its server is the origin of the request.
Outcome ShowInterfaceJson(const Context& context, Reply* reply);
Outcome ShowInterfaceYaml(const Context& context, Reply* reply);
// The same in OpenAPI 3.0.3 (interface_document/older_version.h), as JSON.
Outcome ShowOlderInterface(const Context& context, Reply* reply);
// Where the interface document is (RFC 9727).
Outcome ShowApiCatalogue(const Context& context, Reply* reply);

Outcome ShowVersionNotes(const Context& context, Reply* reply);
Outcome ShowPlanNotes(const Context& context, Reply* reply);

}  // namespace orgreg::api
