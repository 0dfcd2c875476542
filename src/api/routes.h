// SPDX-License-Identifier: EUPL-1.2

// The routes, declared once: a row is an operation, with everything about it. Constants.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface/route.h"
#include "http/answer/router.h"

namespace orgreg::api {

// A route takes GET and HEAD unless its row says otherwise (docs/choices.md, Methods); the index of
// a row is its id in the router. The ids of pages follow.
std::span<const RouteRow> Routes();

// What the router of a server finds: the operations and, unless `pages_root` is nothing, the pages
// below it (page_routes.h), those of the register in each language, too. Operations that pages link
// to are then found below that path as well.
class RouterTable {
 public:
  explicit RouterTable(const std::optional<std::string>& pages_root);

  // They live as long as the table.
  std::vector<http::Route> Rows() const;

 private:
  struct Entry {
    const RouteRow* row = nullptr;
    std::string pattern = {};
    int id = 0;
  };
  void Add(const RouteRow& row, std::string_view before, int id);

  std::vector<Entry> entries_;
};

// Whether a path of an operation or a page begins with this segment, or it is a language of pages:
// pages cannot be below it.
bool IsFirstSegment(std::string_view segment);

// The row with this id of the router.
const RouteRow& RowWithId(int id);

// The interface that answers a request without a row: the one whose root is above the path,
// otherwise that of the register of entities.
const Interface& InterfaceOf(std::string_view path);

// The path of the notes on the changes from version 1 to 2.
inline constexpr std::string_view kVersionNotesPath = "/docs/v1-to-v2";

}  // namespace orgreg::api
