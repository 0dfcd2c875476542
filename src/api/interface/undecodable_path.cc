#include "api/interface/undecodable_path.h"

#include <algorithm>
#include <string>

#include "base/values/percent.h"
#include "http/message/target.h"

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

}  // namespace

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
