// SPDX-License-Identifier: EUPL-1.2

// The parameters of an operation, and the fields of forms, in the interface document. Pure.

#pragma once

#include <span>
#include <string_view>

#include "api/interface_document/node.h"
#include "search/request/parameter.h"

namespace orgreg::api {

// A parameter object. `sort_keys` are those of the operation.
Node ParameterNode(const search::ParameterRow& row, std::span<const std::string_view> sort_keys);

// Of Register-Position, a field that every request for data may have.
Node PositionNode();

// The schema of a form whose fields are these parameters.
Node FormSchema(std::span<const search::ParameterRow> rows);

}  // namespace orgreg::api
