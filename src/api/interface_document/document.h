// SPDX-License-Identifier: EUPL-1.2

// The interface document: OpenAPI 3.1, made from the rows of routes and the tables that they name
// (docs/decisions/0043-interface-document.md). It says nothing that a table does not say, apart
// from a few sentences about the interface as a whole. Pure; takes some milliseconds.

#pragma once

#include <span>
#include <string_view>

#include "api/interface/route.h"
#include "api/interface_document/node.h"

namespace orgreg::api {

// `server` is where the paths begin.
Node InterfaceDocument(std::span<const RouteRow> rows, std::string_view server = "/");

}  // namespace orgreg::api
