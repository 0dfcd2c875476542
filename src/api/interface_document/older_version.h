// SPDX-License-Identifier: EUPL-1.2

// The interface document in OpenAPI 3.0.3, for tools that read nothing newer: the same document
// with the words of 3.1 that 3.0 lacks put another way. Pure.

#pragma once

#include "api/interface_document/node.h"

namespace orgreg::api {

Node AsVersion30(const Node& document);

}  // namespace orgreg::api
