// SPDX-License-Identifier: EUPL-1.2

// The reference as a page without scripts: all operations of an interface document with their
// parameters, answers and examples, and the schemas of all bodies. An operation has its operationId
// as its anchor, a schema "schema-" and its name. Pure; takes some tens of milliseconds.
//
// The page is web/templates/reference.tpl. The template engine escapes every value as its place in
// the page needs it (AUTOESCAPE).

#pragma once

#include <string>

#include "api/interface_document/node.h"

namespace orgreg::api {

std::string ReferencePage(const Node& document);

}  // namespace orgreg::api
