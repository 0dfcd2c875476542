// SPDX-License-Identifier: EUPL-1.2

// Any query string is either a valid query of an operation, or gives a list of problems for the
// response: it never stops the server, and accepted values stay inside the limits. The first byte
// chooses which operations read it, besides the searches.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "api/answers/messages.h"
#include "api/routes.h"
#include "base/values/fold.h"
#include "http/message/query.h"
#include "model/limits.h"
#include "search/request/parse_query.h"

namespace {

namespace model = orgreg::model;
namespace search = orgreg::search;
using Arguments = std::vector<search::Argument>;

void Demand(bool holds) {
  if (!holds) std::abort();
}

// True if the parameters were accepted.
bool IsTaken(const search::Problems& problems) {
  for (const search::Problem& problem : problems)
    Demand(!orgreg::api::Message(problem, orgreg::api::Language::kNorwegian).empty());
  return problems.empty();
}

void DemandWindow(const search::PageRequest& page) {
  Demand(page.size >= 1 && (page.number + 1) * page.size <= model::kMaxWindow);
}

void TryQuery(model::Kind kind, const Arguments& arguments) {
  search::Problems problems;
  const search::Query query = search::ParseQuery(kind, arguments, &problems);
  if (!IsTaken(problems)) return;
  DemandWindow(query.page);
  for (const search::Criterion& criterion : query.criteria)
    Demand(criterion.numbers.size() <= model::kMaxListItems);
}

// What an operation takes; many take the same.
struct Taken {
  std::span<const search::ParameterRow> rows;
  orgreg::api::DerivedParameters derived;

  friend bool operator==(const Taken& one, const Taken& other) {
    return one.rows.data() == other.rows.data() && one.rows.size() == other.rows.size() &&
           one.derived.filters == other.derived.filters &&
           one.derived.sort_keys.data() == other.derived.sort_keys.data() &&
           one.derived.sort_keys.size() == other.derived.sort_keys.size();
  }
};

std::vector<Taken> AllTaken() {
  std::vector<Taken> all;
  for (const orgreg::api::RouteRow& route : orgreg::api::Routes()) {
    Taken taken{.rows = route.takes.rows, .derived = {}};
    if (route.takes.derived != nullptr) {
      taken.derived = route.takes.derived(route.work.argument);
    }
    if (std::ranges::find(all, taken) == all.end()) all.push_back(taken);
  }
  return all;
}

// Tries an operation without filters, by its row.
void TryOperation(const Taken& taken, const Arguments& arguments) {
  search::Problems problems;
  const search::Values values = search::ParseParameters(
      {.rows = taken.rows, .derived = taken.derived.filters, .sort_keys = taken.derived.sort_keys},
      arguments, &problems);
  if (!IsTaken(problems)) return;
  for (const search::Value& value : values.all()) {
    Demand(value.items.size() <= model::kMaxListItems);
    const bool is_bounded = value.row->takes == search::Takes::kWhole;
    if (is_bounded) Demand(value.whole >= value.row->least && value.whole <= value.row->most);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  orgreg::http::Query pairs;
  pairs.Parse(std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  Arguments arguments;
  for (const auto& pair : pairs.pairs()) {
    if (!pair.well_formed) continue;
    Demand(orgreg::base::IsUtf8(pair.value));
    arguments.push_back({.name = pair.name, .value = pair.value});
  }
  for (const model::Kind kind : model::kUnitKinds) {
    TryQuery(kind, arguments);
  }
  static const std::vector<Taken> all = AllTaken();
  // All of them take as long as several inputs.
  constexpr std::size_t kParts = 8;
  for (std::size_t at = data[0] % kParts; at < all.size(); at += kParts) {
    TryOperation(all[at], arguments);
  }
  return 0;
}
