// A RouteRow says everything about one operation: where it is found, which interface it belongs to,
// what it answers and who answers it. The rows stand in api/routes.cc. Plain values.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "api/answers/media_types.h"
#include "api/interface/family.h"
#include "api/interface/outcome.h"
#include "downloads/file_table.h"
#include "http/message/method.h"
#include "model/kind.h"
#include "model/statements/usage.h"
#include "records/usage_counts.h"
#include "search/request/parameter.h"

namespace orgreg::api {

struct Context;

// What an answer costs the thread that makes it: some microseconds in memory, or a while; or
// a while only where the request has parameters; or up to a second, so that only few are made at
// a time, on threads that do nothing else.
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

// What one handler of several rows is asked for; each handler reads its own members.
struct RouteArgument {
  std::optional<model::Kind> kind = {};
  downloads::Format format = downloads::Format::kJson;
  CodeList list = CodeList::kForms;
  store::UsageGroup group = store::UsageGroup::kOrganisation;
};

// What is looked at in the query (docs/choices.md, Unknown parameters).
enum class QueryPolicy : std::uint8_t {
  kStrict,   // all of it: unknown names are problems
  kLenient,  // what the row declares: unknown names are passed over
  kIgnored,  // nothing
};

// What a row takes besides its own parameters: filters and sort keys of other tables.
struct DerivedParameters {
  const search::DerivedRows* filters = nullptr;
  std::span<const std::string_view> sort_keys = {};
};

// The statuses that an operation answers with, those of every operation aside: 304 where it has
// tags, 405, 406, 421, 500, 503, and 400 where it takes parameters.
using Statuses = std::span<const std::uint16_t>;

// Where an operation is found, and whose it is.
struct RoutePlace {
  std::string_view pattern = {};    // See http/answer/router.h.
  std::string_view operation = {};  // Its name in documents: unique.
  const Interface* interface = nullptr;
  http::MethodSet methods = {http::Method::kGet, http::Method::kHead};
};

// What it answers with.
struct RouteAnswers {
  Resource resource = Resource::kRoot;  // Its media types (answers/media_types.h).
  Statuses statuses = {};
  std::string_view body = {};  // What a 200 holds: the name of a schema; empty: a file.
};

// What it takes.
struct RouteParameters {
  std::span<const search::ParameterRow> rows = {};
  DerivedParameters (*derived)(const RouteArgument&) = nullptr;
  QueryPolicy query = QueryPolicy::kStrict;
};

// Who answers, and what that costs.
struct RouteWork {
  Handle handle = nullptr;
  RouteArgument argument = {};
  Pace pace = Pace::kQuick;
  bool needs_data = true;  // False where the answer is right without a catalog.
  // Calls are counted as this, whatever becomes of them.
  std::optional<model::UsageMethod> counted = {};
};

struct RouteRow {
  RoutePlace at = {};
  RouteAnswers answers = {};
  RouteParameters takes = {};
  RouteWork work = {};
};

}  // namespace orgreg::api
