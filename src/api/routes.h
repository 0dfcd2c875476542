// The routes, declared once: what each answers with and who answers. Constants.

#pragma once

#include <span>
#include <string_view>

#include "api/answers/media_types.h"
#include "api/authority/authority.h"
#include "api/interface/context.h"

namespace orgreg::api {

// What an answer costs the thread that makes it: some microseconds in memory, or a while; or
// a while only where the request has parameters; or up to a second, so that only few are made at
// a time, on threads that do nothing else.
enum class Pace { kQuick, kSlow, kSlowWithQuery, kScan };

struct RouteRow {
  std::string_view pattern;  // See http/answer/router.h.
  Resource resource = Resource::kRoot;
  Handle handle = nullptr;
  Pace pace = Pace::kQuick;
  Language language = Language::kNorwegian;  // Of problems; version 1 is told in English.
  Access access = Access::kOpen;
  http::MethodSet methods = {http::Method::kGet, http::Method::kHead};
  bool needs_data = true;  // False where the answer is right without a catalog.
};

// A route takes GET and HEAD where its row says nothing else (docs/choices.md, Methods); the
// index of a row is its id.
std::span<const RouteRow> Routes();

// Where the notes on what changed from version 1 to 2 are read.
inline constexpr std::string_view kVersionNotesPath = "/docs/v1-to-v2";

}  // namespace orgreg::api
