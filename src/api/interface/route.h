// SPDX-License-Identifier: EUPL-1.2

// A RouteRow says everything about one operation: its path, its interface, its answers and its
// handler. The rows are in api/routes.cc. Plain values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "api/answers/media_types.h"
#include "api/interface/family.h"
#include "api/interface/outcome.h"
#include "api/limits/rate_class.h"
#include "downloads/file_table.h"
#include "http/message/method.h"
#include "model/kind.h"
#include "model/statements/usage.h"
#include "records/usage_counts.h"
#include "search/request/parameter.h"

namespace orgreg::api {

struct Context;

// The cost of an answer for its thread: some microseconds in memory, or more; or more only if the
// request has parameters; or up to a second, so that only few are made at a time, on threads that
// do nothing else.
enum class Pace : std::uint8_t { kQuick, kSlow, kSlowWithQuery, kScan };

using Handle = Outcome (*)(const Context&, Reply*);

// The code lists that have operations of their own (model/registers/reference_list.h).
enum class CodeList : std::uint8_t {
  kForms,
  kMunicipalities,
  kRoleTypes,
  kRoleGroupTypes,
  kRepresentatives,
};

// The argument of a handler that several rows share; each handler reads its own members.
struct RouteArgument {
  std::optional<model::Kind> kind = {};
  downloads::Format format = downloads::Format::kJson;
  CodeList list = CodeList::kForms;
  store::UsageGroup group = store::UsageGroup::kOrganisation;
};

// How the query is read (docs/choices.md, Unknown parameters).
enum class QueryPolicy : std::uint8_t {
  kStrict,   // all of it: unknown names are problems
  kLenient,  // only the row's parameters: unknown names are ignored
  kIgnored,  // nothing
};

// Parameters of a row other than its own: filters and sort keys of other tables.
struct DerivedParameters {
  const search::DerivedRows* filters = nullptr;
  std::span<const std::string_view> sort_keys = {};
};

// The statuses of an operation, apart from those of every operation: 304 if it has tags, 405, 406,
// 421, 429, 500, 503, and 400 if it takes parameters.
using Statuses = std::span<const std::uint16_t>;

// The path of an operation, and its interface.
struct RoutePlace {
  std::string_view pattern = {};    // See http/answer/router.h.
  std::string_view operation = {};  // Its name in documents: unique.
  const Interface* interface = nullptr;
  http::MethodSet methods = {http::Method::kGet, http::Method::kHead};
};

// The answers.
struct RouteAnswers {
  Resource resource = Resource::kRoot;  // Its media types (answers/media_types.h).
  Statuses statuses = {};
  std::string_view body = {};  // The body of a 200: the name of a schema; if it is empty, a file.
  std::string_view struck_off = {};  // The body of a 200 about a record that was struck off.
};

// A body that a request may have: its media type, and the name of its schema, or "text".
struct TakenBody {
  std::string_view type = {};
  std::string_view body = {};                       // The name of the schema.
  std::span<const search::ParameterRow> form = {};  // In place of it: the fields of a form.
  std::string_view line = {};                       // The schema of each line of a text.
  std::string_view example = {};
};

// The parameters.
struct RouteParameters {
  std::span<const search::ParameterRow> rows = {};
  DerivedParameters (*derived)(const RouteArgument&) = nullptr;
  QueryPolicy query = QueryPolicy::kStrict;
  std::span<const TakenBody> bodies = {};
  // The body may have any length, and is answered while it comes (http/message/handler.h).
  bool streams_body = false;
  std::size_t body_bytes = 0;  // If it is not 0: more bytes of a body than usual are taken.
};

// The handler, and its cost.
struct RouteWork {
  Handle handle = nullptr;
  RouteArgument argument = {};
  Pace pace = Pace::kQuick;
  RateClass rate = RateClass::kLookUps;
  bool needs_data = true;  // False if the answer is right without a catalog.
  bool is_tagged = true;   // False if answers have no entity tag, though the interface has tags.
  // Clients follow what changes, so no cache may give them an older answer.
  bool is_followed = false;
  // Calls are counted as this, whatever their result is.
  std::optional<model::UsageMethod> counted = {};
};

struct RouteRow {
  RoutePlace at = {};
  RouteAnswers answers = {};
  RouteParameters takes = {};
  RouteWork work = {};
};

}  // namespace orgreg::api
