// SPDX-License-Identifier: EUPL-1.2

// The routes, declared once: a row is an operation, with everything about it. Constants.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "api/interface/route.h"
#include "http/answer/router.h"

namespace orgreg::api {

// A route takes GET and HEAD unless its row says otherwise (docs/choices.md, Methods); the index of
// a row is its id in the router. The ids of pages follow.
std::span<const RouteRow> Routes();

// The pages for people, and what they load. They are no operations: no document lists them.
std::span<const RouteRow> PageRoutes();

// Both for the router, or, without pages, only the operations.
enum class PageRows : std::uint8_t { kNone, kAll };
std::vector<http::Route> RouterRows(PageRows pages);

// The row with this id of the router.
const RouteRow& RowWithId(int id);

// The interface that answers a request without a row: the one whose root is above the path,
// otherwise that of the register of entities.
const Interface& InterfaceOf(std::string_view path);

// The path of the notes on the changes from version 1 to 2.
inline constexpr std::string_view kVersionNotesPath = "/docs/v1-to-v2";

}  // namespace orgreg::api
