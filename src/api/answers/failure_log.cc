// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/failure_log.h"

#include "base/log.h"

namespace orgreg::api {

void FailureLog::Note(std::string_view path, std::string_view message, std::string_view trace) {
  if (!trace.empty()) return base::LogError("{}: {} (trace {})", path, message, trace);
  const auto held_back = limit_.Pass();
  if (!held_back) return;
  if (*held_back == 0) return base::LogError("{}: {}", path, message);
  base::LogError("{}: {} ({} more such answers since the last line)", path, message, *held_back);
}

}  // namespace orgreg::api
