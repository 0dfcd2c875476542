#include "api/interface/undecodable_path.h"

#include <algorithm>
#include <string>

#include "base/values/percent.h"
#include "http/message/target.h"
#include "search/request/problem.h"

namespace orgreg::api {
namespace {

// The first segment of "/a/b" is "a", and "/b" is left. Empty when nothing is left.
std::string_view TakeSegment(std::string_view* path) {
  path->remove_prefix(std::min<std::size_t>(1, path->size()));
  const std::size_t end = std::min(path->find('/'), path->size());
  const std::string_view segment = path->substr(0, end);
  path->remove_prefix(end);
  return segment;
}

// Segments that are not in `shown`, which may be cut off, are called by the path's own name.
search::Problems ProblemsOf(std::string_view path, const PathRefusal& refusal) {
  search::Problems problems;
  std::string_view shown = refusal.shown_path;
  while (!path.empty()) {
    const std::string_view sent = TakeSegment(&path);
    const std::string_view told = TakeSegment(&shown);
    if (http::IsDecodable(sent)) continue;
    std::string text;
    base::AppendSafeQuery(told.empty() ? NamesOfValidation(refusal.language).path : told, &text);
    problems.push_back(
        {.reason = search::Reason::kNotEncoded, .parameters = {text}, .value = text});
  }
  return problems;
}

}  // namespace

void AnswerUndecodable(const http::Request& request, const PathRefusal& refusal,
                       http::Response* response) {
  const search::Problems problems = ProblemsOf(request.raw_path, refusal);
  if (refusal.form == ErrorForm::kRegister) {
    return AnswerProblems(problems, refusal.language, refusal.shown_path, response);
  }
  AnswerBadRequest(problems, refusal.shown_path, response, refusal.form);
}

void RefusePath(const Context& context, Answer* answer) {
  AnswerUndecodable(
      context.request,
      {.shown_path = context.shown_path, .language = context.language, .form = context.error_form},
      &answer->response);
}

}  // namespace orgreg::api
