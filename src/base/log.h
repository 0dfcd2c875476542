// SPDX-License-Identifier: EUPL-1.2

// The program's log: each message is a line on standard error, with its time and level. Standard
// output is for results. Safe from any thread; a message that cannot be written is lost.
//
// Messages are format strings of fmt: LogInfo("{} units", count).

#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

namespace orgreg::base {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

// Called once, before anything is logged.
void SetUpLog();

// Sets the lowest level that is logged from now on: trace, debug, info, warn, error or off.
void SetLogLevel(const std::string& name);

// Used by the four functions below.
void WriteLog(LogLevel level, fmt::string_view text, fmt::format_args values);

template <typename... Values>
void LogDebug(fmt::format_string<Values...> text, Values&&... values) {
  WriteLog(LogLevel::kDebug, text, fmt::make_format_args(values...));
}

template <typename... Values>
void LogInfo(fmt::format_string<Values...> text, Values&&... values) {
  WriteLog(LogLevel::kInfo, text, fmt::make_format_args(values...));
}

template <typename... Values>
void LogWarning(fmt::format_string<Values...> text, Values&&... values) {
  WriteLog(LogLevel::kWarning, text, fmt::make_format_args(values...));
}

template <typename... Values>
void LogError(fmt::format_string<Values...> text, Values&&... values) {
  WriteLog(LogLevel::kError, text, fmt::make_format_args(values...));
}

}  // namespace orgreg::base
