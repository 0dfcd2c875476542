// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/ask.h"

#include <algorithm>
#include <string>

#include "base/values/percent.h"
#include "http/message/target.h"
#include "search/request/parse_query.h"
#include "search/request/problem.h"

namespace orgreg::api {
namespace {

// A text that could not be decoded is shown in a form that JSON can hold.
void ReportUndecodable(const http::QueryPair& pair, search::Problems* problems) {
  std::string name;
  std::string value;
  base::AppendSafeQuery(pair.raw_name, &name);
  base::AppendSafeQuery(pair.raw_value, &value);
  problems->push_back(
      {.reason = search::Reason::kNotEncoded, .parameters = {name}, .value = value});
}

void TakeQuery(const Context& context, search::ParameterParser* parser,
               search::Problems* problems) {
  const QueryPolicy policy = context.route.takes.query;
  if (policy == QueryPolicy::kIgnored) return;
  for (const http::QueryPair& pair : context.query.pairs()) {
    // A name that does not decode may have meant any of them.
    const bool has_name = !pair.name.empty() || pair.raw_name.empty();
    if (policy == QueryPolicy::kLenient && has_name && !parser->Knows(pair.name)) continue;
    if (pair.well_formed) {
      parser->Take({.name = pair.name, .value = pair.value});
    } else {
      ReportUndecodable(pair, problems);
      parser->TakeUndecoded(pair.name);
    }
  }
}

Asked Read(const Context& context, bool reads_query) {
  Asked asked{.values = search::Values(ParametersOf(context))};
  search::ParameterParser parser(&asked.values, &asked.problems);
  std::size_t capture = 0;
  for (const search::ParameterRow& row : context.route.takes.rows) {
    if (row.in == search::In::kPath) parser.TakePath(row, context.Capture(capture++));
  }
  if (reads_query) TakeQuery(context, &parser, &asked.problems);
  parser.Finish();
  return asked;
}

// The first segment of "/a/b" is "a", and "/b" remains. Empty if nothing remains.
std::string_view TakeSegment(std::string_view* path) {
  path->remove_prefix(std::min<std::size_t>(1, path->size()));
  const std::size_t end = std::min(path->find('/'), path->size());
  const std::string_view segment = path->substr(0, end);
  path->remove_prefix(end);
  return segment;
}

}  // namespace

search::ParameterTable ParametersOf(const Context& context) {
  const RouteRow& route = context.route;
  const DerivedParameters derived = route.takes.derived == nullptr
                                        ? DerivedParameters()
                                        : route.takes.derived(route.work.argument);
  // A stream holds every match, so it has neither pages nor an order.
  const bool has_own = !context.offer.streamed;
  return {.rows = has_own ? route.takes.rows : std::span<const search::ParameterRow>(),
          .derived = derived.filters,
          .sort_keys = derived.sort_keys};
}

DerivedParameters FiltersAndOrder(const RouteArgument& argument) {
  return {.filters = &search::FilterRows(*argument.kind),
          .sort_keys = search::SortKeyNames(*argument.kind)};
}

Asked Ask(const Context& context) { return Read(context, true); }
Asked AskPath(const Context& context) { return Read(context, false); }

search::Problems UndecodableSegments(std::string_view raw_path, const ErrorStyle& style) {
  search::Problems problems;
  std::string_view path = raw_path;
  std::string_view shown = style.path;
  while (!path.empty()) {
    const std::string_view sent = TakeSegment(&path);
    const std::string_view named = TakeSegment(&shown);
    if (http::IsDecodable(sent)) continue;
    std::string text;
    base::AppendSafeQuery(named.empty() ? NamesOfValidation(style.language).path : named, &text);
    problems.push_back(
        {.reason = search::Reason::kNotEncoded, .parameters = {text}, .value = text});
  }
  return problems;
}

}  // namespace orgreg::api
