// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/problem_json.h"

#include <fmt/format.h>

#include <cstddef>

#include "api/answers/object_writer.h"
#include "api/answers/suggestion.h"
#include "base/values/percent.h"

namespace orgreg::api {
namespace {

// A suggestion costs a comparison with every known name or code.
constexpr std::size_t kMostSuggestions = 20;
constexpr std::size_t kMostValueBytes = 200;
constexpr std::string_view kCut = "…";

std::string TypeOf(const ProblemFrame& frame, std::string_view name) {
  if (!frame.pages) return "about:blank";
  return fmt::format("{}{}#{}", *frame.pages, kErrorGuidePath, name);
}

// The beginning of a long value, in whole characters.
std::string Bounded(std::string_view value) {
  if (value.size() <= kMostValueBytes) return std::string(value);
  const auto is_inside = [value](std::size_t at) {
    return (static_cast<unsigned char>(value[at]) & 0xC0U) == 0x80U;
  };
  std::size_t end = kMostValueBytes;
  while (end > 0 && is_inside(end)) --end;
  return std::string(value.substr(0, end)).append(kCut);
}

// The value as it was sent: of a list, the wrong item.
std::string_view SentValue(const search::Problem& problem) {
  std::string_view value = *problem.value;
  const bool is_item = problem.row != nullptr && problem.row->takes == search::Takes::kTexts;
  if (is_item && value.starts_with('[') && value.ends_with(']')) {
    value.remove_prefix(1);
    value.remove_suffix(1);
  }
  return value;
}

// A part of the path has the name of its place there, not its text.
std::vector<std::string> ParametersOf(const search::Problem& problem) {
  if (problem.row != nullptr && problem.row->in == search::In::kPath) {
    return {std::string(problem.row->name)};
  }
  std::vector<std::string> names;
  names.reserve(problem.parameters.size());
  for (const std::string& name : problem.parameters) names.push_back(Bounded(name));
  return names;
}

void AppendErrors(const ErrorDetails& error, const ProblemFrame& frame, std::string* out) {
  out->push_back('[');
  std::size_t suggestions = 0;
  for (const search::Problem& problem : *error.problems) {
    if (&problem != error.problems->data()) out->push_back(',');
    const std::string_view code = NameOf(problem.reason);
    ObjectWriter item(out);
    item.Texts("parameters", ParametersOf(problem));
    if (problem.value) item.Text("value", Bounded(SentValue(problem)));
    item.Text("code", code);
    item.Text("reason", Bounded(Message(problem, frame.language)));
    if (error.known != nullptr && ++suggestions <= kMostSuggestions) {
      const std::string suggestion = SuggestionFor(problem, *error.known);
      if (!suggestion.empty()) item.Text("suggestion", suggestion);
    }
    item.Text("type", TypeOf(frame, code));
    item.Close();
  }
  out->push_back(']');
}

}  // namespace

std::string DetailOf(const ErrorDetails& error, Language language) {
  return fmt::format(fmt::runtime(RowOf(error.kind).detail.In(language)), error.subject);
}

std::string PageDetailOf(const ErrorDetails& error, Language language) {
  const std::string_view own = RowOf(error.kind).page_detail.In(language);
  return own.empty() ? DetailOf(error, language) : std::string(own);
}

void AppendProblem(const ErrorDetails& error, const ProblemFrame& frame, std::string* out) {
  const ErrorRow& row = RowOf(error.kind);
  std::string instance;
  base::AppendSafeQuery(frame.path, &instance);
  ObjectWriter body(out);
  body.Text("type", TypeOf(frame, frame.name));
  body.Text("title", row.title.In(frame.language));
  body.Number("status", row.status);
  body.Text("detail", DetailOf(error, frame.language));
  if (!instance.empty()) body.Text("instance", instance);
  if (!error.trace.empty()) body.Text("trace", error.trace);
  if (!error.offered.empty()) body.Texts("offered", error.offered);
  if (error.problems != nullptr) AppendErrors(error, frame, body.Name("errors"));
  body.Close();
}

}  // namespace orgreg::api
