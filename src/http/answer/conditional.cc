// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/conditional.h"

#include <algorithm>
#include <cstddef>

#include "base/values/ascii.h"
#include "http/message/http_date.h"

namespace orgreg::http {
namespace {

using Outcome = Condition::Outcome;

constexpr std::string_view kWeakMark = "W/";

// A tag taken apart.
struct Tag {
  std::string_view opaque = {};  // without quotes
  bool weak = false;
};

Tag TagOf(std::string_view text) {
  Tag tag;
  tag.weak = text.starts_with(kWeakMark);
  if (tag.weak) text.remove_prefix(kWeakMark.size());
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  tag.opaque = text;
  return tag;
}

enum class TagComparison { kStrong, kWeak };

bool IsSame(const Tag& left, const Tag& right, TagComparison comparison) {
  if (comparison == TagComparison::kStrong && (left.weak || right.weak)) return false;
  return !left.opaque.empty() && left.opaque == right.opaque;
}

// Cuts the first element off a list of tags. A comma within quotes belongs to the tag.
std::string_view TakeElement(std::string_view* list) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < list->size() && (quoted || (*list)[end] != ','); ++end) {
    if ((*list)[end] == '"') quoted = !quoted;
  }
  const std::string_view element = list->substr(0, end);
  list->remove_prefix(std::min(end + 1, list->size()));
  return base::Trim(element);
}

bool ListNames(const Request& request, std::string_view name, const Tag& tag,
               TagComparison comparison) {
  bool found = false;
  request.ForEachHeader(name, [&](std::string_view list) {
    found = found || base::Trim(list) == "*";
    while (!found && !list.empty()) found = IsSame(TagOf(TakeElement(&list)), tag, comparison);
  });
  return found;
}

std::size_t Count(const Request& request, std::string_view name) {
  std::size_t count = 0;
  request.ForEachHeader(name, [&](std::string_view) { ++count; });
  return count;
}

std::optional<std::time_t> DateOf(const Request& request, std::string_view name) {
  if (Count(request, name) != 1) return std::nullopt;
  return ParseHttpDate(request.Header(name), std::time(nullptr));
}

// A date must be the very one that was sent as Last-Modified. It equals a strong tag,
// because nothing here changes twice in a second.
bool IfRangeHolds(const Request& request, const Validators& validators) {
  const std::size_t count = Count(request, "If-Range");
  if (count != 1) return count == 0;
  const std::string_view value = request.Header("If-Range");
  if (const auto date = ParseHttpDate(value, std::time(nullptr))) {
    return date == validators.last_modified;
  }
  return IsSame(TagOf(value), TagOf(validators.tag), TagComparison::kStrong);
}

Outcome CheckMatch(const Request& request, const Validators& validators) {
  if (Count(request, "If-Match") > 0) {
    return ListNames(request, "If-Match", TagOf(validators.tag), TagComparison::kStrong)
               ? Outcome::kSend
               : Outcome::kPreconditionFailed;
  }
  const auto since = DateOf(request, "If-Unmodified-Since");
  const bool changed = since && validators.last_modified && *validators.last_modified > *since;
  return changed ? Outcome::kPreconditionFailed : Outcome::kSend;
}

Outcome CheckNoneMatch(const Request& request, const Validators& validators) {
  const bool reads = request.method == Method::kGet || request.method == Method::kHead;
  if (Count(request, "If-None-Match") > 0) {
    if (!MatchesAnyTag(request, validators.tag)) return Outcome::kSend;
    return reads ? Outcome::kNotModified : Outcome::kPreconditionFailed;
  }
  if (!reads || !validators.last_modified) return Outcome::kSend;
  const auto since = DateOf(request, "If-Modified-Since");
  if (since && *since > std::time(nullptr)) return Outcome::kSend;  // RFC 9110, 13.1.3.
  return since && *validators.last_modified <= *since ? Outcome::kNotModified : Outcome::kSend;
}

}  // namespace

bool MatchesAnyTag(const Request& request, std::string_view tag) {
  return ListNames(request, "If-None-Match", TagOf(tag), TagComparison::kWeak);
}

Condition CheckConditions(const Request& request, const Validators& validators) {
  Condition condition;
  condition.outcome = CheckMatch(request, validators);
  if (condition.outcome != Outcome::kSend) return condition;
  condition.outcome = CheckNoneMatch(request, validators);
  if (condition.outcome != Outcome::kSend) return condition;
  // RFC 9110, 14.2: only GET has ranges. Two Range fields would be two ranges.
  condition.range_applies = request.method == Method::kGet && Count(request, "Range") == 1 &&
                            IfRangeHolds(request, validators);
  return condition;
}

}  // namespace orgreg::http
