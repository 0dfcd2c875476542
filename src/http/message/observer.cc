// SPDX-License-Identifier: EUPL-1.2

#include "http/message/observer.h"

#include <algorithm>

namespace orgreg::http {
namespace {

// Lower case alone: the format allows no other.
bool IsHex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsZero(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '0'; });
}

}  // namespace

// version "-" trace-id "-" parent-id "-" flags. A later version may have more parts after these.
std::string_view TraceIdOf(std::string_view traceparent) {
  constexpr std::size_t kVersion = 2;
  constexpr std::size_t kTrace = 32;
  constexpr std::size_t kParent = 16;
  constexpr std::size_t kFlags = 2;
  constexpr std::size_t kLength = kVersion + 1 + kTrace + 1 + kParent + 1 + kFlags;
  if (traceparent.size() < kLength) return {};
  const std::string_view version = traceparent.substr(0, kVersion);
  const std::string_view trace = traceparent.substr(kVersion + 1, kTrace);
  const std::string_view parent = traceparent.substr(kVersion + 1 + kTrace + 1, kParent);
  const std::string_view flags = traceparent.substr(kLength - kFlags, kFlags);
  const bool has_dashes = traceparent[kVersion] == '-' &&
                          traceparent[kVersion + 1 + kTrace] == '-' &&
                          traceparent[kLength - kFlags - 1] == '-';
  const std::string_view rest = traceparent.substr(kLength);
  const bool may_end_so = rest.empty() || (version != "00" && rest.front() == '-');
  const bool is_right = has_dashes && may_end_so && IsHex(version) && version != "ff" &&
                        IsHex(trace) && !IsZero(trace) && IsHex(parent) && !IsZero(parent) &&
                        IsHex(flags);
  return is_right ? trace : std::string_view();
}

std::string_view TraceIdOf(const Request& request) {
  std::string_view value;
  int count = 0;
  request.ForEachHeader("traceparent", [&](std::string_view each) {
    value = each;
    ++count;
  });
  return count == 1 ? TraceIdOf(value) : std::string_view();
}

}  // namespace orgreg::http
