// SPDX-License-Identifier: EUPL-1.2

// The answers of an operation in the interface document: by status, with header fields, media types
// and the schemas of bodies. Made by one thread.

#pragma once

#include "api/interface/route.h"
#include "api/interface_document/body_schemas.h"
#include "api/interface_document/node.h"

namespace orgreg::api {

// The answers by status. Schemas that they refer to are added to `schemas`.
Node AnswersOf(const RouteRow& row, BodySchemas* schemas);

// The header fields that answers refer to, by name.
Node AllHeaders();

// The body of a request by media types; empty if the operation takes none.
Node RequestBodyOf(const RouteRow& row, BodySchemas* schemas);

}  // namespace orgreg::api
