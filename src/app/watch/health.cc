// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/health.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "api/state_pages/freshness.h"
#include "app/place/place.h"
#include "base/files/file_access.h"
#include "base/values/wall_clock.h"
#include "formats/json/text.h"

namespace orgreg::app {
namespace {

using std::chrono::duration_cast;
using std::chrono::seconds;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

CheckResult CheckRegister(const Moment& moment) {
  if (moment.catalog == nullptr)
    return {"register", Health::kFail, "the index is being made; until then there is no data"};
  return {"register", Health::kPass,
          fmt::format("commit {} is served", moment.catalog->state().commit)};
}

CheckResult CheckLag(const Moment& moment) {
  const auto lag = duration_cast<seconds>(moment.of.visibility->Lag(moment.now));
  const bool is_behind = lag > api::kFreshnessLimits.index;
  return {"lag", is_behind ? Health::kFail : Health::kPass,
          fmt::format("what was committed has waited {} s to be served", lag.count())};
}

// Nothing for a register of its own.
std::optional<CheckResult> CheckSource(const Moment& moment) {
  if (moment.of.following == nullptr) return std::nullopt;
  const FollowState::Facts facts = moment.of.following->Read();
  const std::string problem = facts.problem.empty() ? "" : ": " + facts.problem;
  if (!facts.lag) return CheckResult{"source", Health::kFail, "was not reached yet" + problem};
  const auto lag = duration_cast<seconds>(*facts.lag);
  const bool is_old = lag > seconds(moment.of.settings->max_lag_s);
  return CheckResult{"source", is_old ? Health::kFail : Health::kPass,
                     fmt::format("as the source was {} s ago{}", lag.count(), problem)};
}

CheckResult CheckFiles(const Moment& moment) {
  if (!moment.facts)
    return {"files", Health::kWarn, "the store cannot be read: " + moment.facts.error().message};
  const api::RegisterState& state = moment.facts->state;
  switch (api::FreshnessOf(state, base::NowMs()).files) {
    case api::FilesState::kCurrent:
      return {"files", Health::kPass, "all files are there and fresh"};
    case api::FilesState::kOld:
      return {"files", Health::kWarn,
              fmt::format("the oldest file is older than {} hours",
                          api::kFreshnessLimits.files.count())};
    case api::FilesState::kIncomplete:
    case api::FilesState::kNotMade:
      break;
  }
  return {"files", Health::kWarn, fmt::format("{} files are not made yet", state.files_missing)};
}

CheckResult CheckPlace(const Moment& moment) {
  const std::string store = PlaceOf(*moment.of.settings).PathOf(PlacePart::kStore);
  if (const base::Status writable = base::CheckFolderOf(store); !writable)
    return {"place", Health::kWarn, writable.error().message};
  struct statvfs disk = {};
  if (::statvfs(store.c_str(), &disk) != 0)
    return {"place", Health::kWarn, "the disk cannot be asked for its space"};
  const std::uint64_t free_bytes = std::uint64_t{disk.f_frsize} * disk.f_bavail;
  return {"place", free_bytes < kHealthLimits.free_bytes ? Health::kWarn : Health::kPass,
          fmt::format("can be written; {} MiB are free", free_bytes / kMiB)};
}

CheckResult CheckStop(const Moment& moment) {
  if (moment.of.is_stopping()) return {"stop", Health::kFail, "the server is stopping"};
  return {"stop", Health::kPass, "the server is not stopping"};
}

}  // namespace

std::vector<CheckResult> CheckLife(const Moment& moment) {
  const auto silence = duration_cast<seconds>(moment.load.longest_silence);
  const bool is_stuck = silence > kHealthLimits.silence;
  return {{"threads", is_stuck ? Health::kFail : Health::kPass,
           fmt::format("the slowest thread that serves came round {} s ago", silence.count())}};
}

std::vector<CheckResult> CheckReadiness(const Moment& moment) {
  std::vector<CheckResult> checks = {CheckRegister(moment), CheckLag(moment), CheckFiles(moment),
                                     CheckPlace(moment), CheckStop(moment)};
  if (auto source = CheckSource(moment)) checks.push_back(std::move(*source));
  return checks;
}

Health WorstOf(std::span<const CheckResult> checks) {
  Health worst = Health::kPass;
  for (const CheckResult& check : checks) worst = std::max(worst, check.health);
  return worst;
}

void AppendHealth(std::span<const CheckResult> checks, std::string* out) {
  const auto name = [](Health health) { return kHealthNames[static_cast<std::size_t>(health)]; };
  out->append(R"({"status":")").append(name(WorstOf(checks))).append(R"(","checks":{)");
  for (const CheckResult& check : checks) {
    if (&check != checks.data()) out->push_back(',');
    formats::AppendJsonString(check.name, out);
    out->append(R"(:{"status":")").append(name(check.health)).append(R"(","says":)");
    formats::AppendJsonString(check.says, out);
    out->push_back('}');
  }
  out->append("}}\n");
}

}  // namespace orgreg::app
