// The routes, declared once: a row is an operation, with all that is said of it. Constants.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "api/interface/route.h"
#include "http/answer/router.h"

namespace orgreg::api {

// A route takes GET and HEAD where its row says nothing else (docs/choices.md, Methods); the
// index of a row is its id.
std::span<const RouteRow> Routes();

// The same for the router.
std::vector<http::Route> RouterRows();

// The interface that answers a request which no row takes: the one that has the path below its
// root, otherwise that of the register of entities.
const Interface& InterfaceOf(std::string_view path);

// Where the notes on what changed from version 1 to 2 are read.
inline constexpr std::string_view kVersionNotesPath = "/docs/v1-to-v2";

}  // namespace orgreg::api
