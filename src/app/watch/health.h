// SPDX-License-Identifier: EUPL-1.2

// Whether a server is alive, and whether clients should be sent to it: named checks, each with a
// sentence. Safe from any thread.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/watch/watched.h"

namespace orgreg::app {

enum class Health : std::uint8_t {
  kPass,
  kWarn,  // An operator should look; clients are answered rightly.
  kFail,
};
// The words in the body, in the order of the states.
inline constexpr std::array<std::string_view, 3> kHealthNames = {"pass", "warn", "fail"};

// Times and sizes from which on a check does not pass. Old changes and old files are those of the
// status page (api/state_pages/freshness.h).
struct HealthLimits {
  // A thread looks at its timers every second.
  std::chrono::seconds silence{30};
  // A night's files and a new index need more (docs/operating.md).
  std::uint64_t free_bytes = std::uint64_t{256} << 20U;
};
inline constexpr HealthLimits kHealthLimits;

struct CheckResult {
  std::string_view name = {};
  Health health = Health::kPass;
  std::string says = {};
};

// The threads that serve come round: otherwise only a restart helps.
std::vector<CheckResult> CheckLife(const Moment& moment);
// The register is loaded; nothing that was committed waits long to be served; a replica follows its
// source; the files are fresh; the place can be written; no stop has begun.
std::vector<CheckResult> CheckReadiness(const Moment& moment);

// The worst of them.
Health WorstOf(std::span<const CheckResult> checks);
// Appends {"status":…,"checks":{NAME:{"status":…,"says":…},…}} and a line feed.
void AppendHealth(std::span<const CheckResult> checks, std::string* out);

}  // namespace orgreg::app
