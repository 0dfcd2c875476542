// SPDX-License-Identifier: EUPL-1.2

// The routes, declared once: a row is an operation, with everything about it. Constants.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "api/interface/route.h"
#include "http/answer/router.h"

namespace orgreg::api {

// A route takes GET and HEAD unless its row says otherwise (docs/choices.md, Methods); the index of
// a row is its id.
std::span<const RouteRow> Routes();

// The same for the router.
std::vector<http::Route> RouterRows();

// The interface that answers a request without a row: the one whose root is above the path,
// otherwise that of the register of entities.
const Interface& InterfaceOf(std::string_view path);

// The path of the notes on the changes from version 1 to 2.
inline constexpr std::string_view kVersionNotesPath = "/docs/v1-to-v2";

}  // namespace orgreg::api
