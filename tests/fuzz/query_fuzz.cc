// Any query string is either a query or a list of problems that can be answered: it never
// stops the server, and a query that was taken stays inside the window.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "api/messages.h"
#include "base/fold.h"
#include "http/query.h"
#include "model/limits.h"
#include "search/parse_query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace search = orgreg::search;
  namespace model = orgreg::model;
  const std::string_view raw(reinterpret_cast<const char*>(data), size);
  orgreg::http::Query pairs;
  pairs.Parse(raw);
  std::vector<search::Argument> arguments;
  for (const auto& pair : pairs.pairs()) {
    if (!pair.well_formed) continue;
    if (!orgreg::base::IsUtf8(pair.value)) std::abort();
    arguments.push_back({.name = pair.name, .value = pair.value});
  }
  for (const model::Kind kind : model::kKinds) {
    search::Problems problems;
    const search::Query query = search::ParseQuery(kind, arguments, &problems);
    for (const search::Problem& problem : problems) {
      if (orgreg::api::Message(problem, orgreg::api::Language::kNorwegian).empty()) std::abort();
    }
    if (!problems.empty()) continue;
    if (query.page.size < 1 || (query.page.number + 1) * query.page.size > model::kMaxWindow)
      std::abort();
    for (const search::Criterion& criterion : query.criteria) {
      if (criterion.numbers.size() > model::kMaxListItems) std::abort();
    }
  }
  return 0;
}
