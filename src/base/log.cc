// SPDX-License-Identifier: EUPL-1.2

#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace orgreg::base {
namespace {

spdlog::level::level_enum LevelOf(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      break;
  }
  return spdlog::level::err;
}

}  // namespace

void SetUpLog() {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("orgreg"));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
}

void SetLogLevel(const std::string& name) { spdlog::set_level(spdlog::level::from_str(name)); }

void WriteLog(LogLevel level, fmt::string_view text, fmt::format_args values) {
  if (!spdlog::should_log(LevelOf(level))) return;
  try {
    spdlog::log(LevelOf(level), spdlog::string_view_t(fmt::vformat(text, values)));
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // A caller that reports a lack of memory must not fail because of it.
  }
}

}  // namespace orgreg::base
