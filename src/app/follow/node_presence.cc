// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/node_presence.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "app/version.h"
#include "base/build_id.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/values/ascii.h"
#include "store/checksum.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Result;
using std::chrono::milliseconds;

constexpr std::chrono::seconds kInterval(5);
// A node that has just started is soon there for others, although it has not met its database yet.
constexpr milliseconds kFirstInterval(500);
constexpr std::size_t kShownBytesOfBuild = 4;

}  // namespace

std::string ShownBuild() {
  const std::string_view id = base::BuildId().substr(0, kShownBytesOfBuild);
  return fmt::format("{} {}", ProgramVersion(), base::ToHex(id));
}

NodePresence::NodePresence(std::string name, Database* database, store::Store* replica,
                           const FollowState* state, ShownCopy* shown)
    : name_(std::move(name)),
      database_(database),
      replica_(replica),
      state_(state),
      shown_(shown),
      thread_(base::StartGuarded("telling other nodes",
                                 [this](const std::stop_token& stop) { Run(stop); })) {}

// A database that is away is reported by the follower.
void NodePresence::Run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    const bool is_met = state_->Read().is_met;
    const auto noted = is_met ? Note() : Result<bool>(true);
    if (noted && !*noted) {
      Tell(fmt::format("another node is called {} too: give each node_name of its own", name_));
    } else if (noted) {
      Tell("");
    } else if (noted.error().code != Code::kUnavailable) {
      Tell(fmt::format("other nodes are not told of this one: {}", noted.error().message));
    }
    const milliseconds pause = is_met ? kInterval : kFirstInterval;
    changed.wait_for(lock, stop, pause, [] { return false; });
  }
}

Result<bool> NodePresence::Note() {
  const auto snapshot = TRY(replica_->Read());
  const store::Summary& summary = snapshot->summary();
  store::NodeFacts facts = {
      .name = name_, .build = ShownBuild(), .position = summary.position, .wiped = summary.wiped};
  const auto lag = state_->Read().lag;
  if (lag) facts.lag_ms = std::chrono::duration_cast<milliseconds>(*lag).count();
  store::Cluster* const cluster = TRY(database_->OpenCluster());
  const bool is_alone = TRY(cluster->NoteNode(facts));
  shown_->ShowNodes(TRY(cluster->Nodes()));
  return is_alone;
}

void NodePresence::Tell(const std::string& problem) {
  if (problem == told_) return;
  if (!problem.empty()) base::LogWarning("{}", problem);
  told_ = problem;
}

}  // namespace orgreg::app
