// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/cluster_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "api/state_pages/freshness.h"

namespace orgreg::app {
namespace {

using store::Durability;
using store::NodeRow;
using store::ServerFacts;

constexpr std::int64_t kSecondMs = 1000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
// Bounds of docs/nodes.md.
constexpr std::int64_t kMostUnseenMs =
    std::chrono::milliseconds(api::kFreshnessLimits.silence).count();
constexpr std::int64_t kMostBehindMs = 30 * kSecondMs;
constexpr std::int64_t kMostUnwipedMs = 2 * kMinuteMs;
constexpr std::int64_t kMostUnwipedTablesMs = 60 * kMinuteMs;
// The least that Patroni sets is 128 MB.
constexpr std::int64_t kMostKeptBytes = std::int64_t{1} << 30;

constexpr std::string_view kMendPatroni =
    "set synchronous_mode: true and synchronous_mode_strict: true (patronictl edit-config)";

using Findings = std::vector<Finding>;

void Fault(std::string text, Findings* findings) { findings->push_back({.text = std::move(text)}); }

void Note(std::string text, Findings* findings) {
  findings->push_back({.is_note = true, .text = std::move(text)});
}

std::int64_t Seconds(std::int64_t ms) { return ms / kSecondMs; }

std::int64_t CountSynchronous(const ServerFacts& server) {
  return std::ranges::count_if(server.standbys, [](const store::StandbyRow& standby) {
    return standby.sync_state == "sync" || standby.sync_state == "quorum";
  });
}

bool IsHidden(const ServerFacts& server) {
  return std::ranges::any_of(
      server.standbys, [](const store::StandbyRow& standby) { return standby.state.empty(); });
}

// Changes are acknowledged when this server alone has them.
void FindLocal(const ServerFacts& server, Findings* findings) {
  if (server.has_patroni) {
    const std::string also =
        server.synchronous_standbys.empty() ? fmt::format(", and {}", kMendPatroni) : "";
    Fault(fmt::format("the database has Patroni, whose failover can lose acknowledged changes: set "
                      "store_durability = \"replicated\"{}",
                      also),
          findings);
  } else if (!server.standbys.empty()) {
    Note(
        "store_durability is local, so a failover to a standby can lose the last acknowledged "
        "changes",
        findings);
  }
}

void FindStandbys(const ClusterFacts& facts, Findings* findings) {
  const ServerFacts& server = facts.server;
  if (IsHidden(server)) {
    return Fault("the database does not show its standbys to this user: GRANT pg_monitor TO it",
                 findings);
  }
  if (facts.durability == Durability::kLocal) return FindLocal(server, findings);
  if (server.synchronous_standbys.empty() && server.has_patroni) {
    return Fault(fmt::format("Patroni is asynchronous, so a failover would lose acknowledged "
                             "changes: {}",
                             kMendPatroni),
                 findings);
  }
  if (server.synchronous_standbys.empty()) {
    return Fault(
        "the database has no synchronous standbys, so a failover would lose acknowledged changes: "
        "name some in synchronous_standby_names",
        findings);
  }
  const std::int64_t there = CountSynchronous(server);
  if (there < server.needed_standbys) {
    Fault(fmt::format("the database has {} of {} synchronous standbys that it needs, so batches "
                      "wait: start the others",
                      there, server.needed_standbys),
          findings);
  }
}

// A restore that nobody has reconciled, or whose settings would pass for another one later.
void FindSetBack(const ClusterFacts& facts, Findings* findings) {
  for (const store::SetBackNote& note : facts.set_back) {
    Fault("the database " + store::SetBackText(note.reason), findings);
  }
  if (!facts.set_back.empty() || facts.server.restore_settings.empty()) return;
  Note(fmt::format("the database has settings of a restore ({}): if it begins again without its "
                   "standbys, it counts as restored once more. ALTER SYSTEM RESET those that are "
                   "not needed, and reload",
                   facts.server.restore_settings),
       findings);
}

void FindOfServer(const ClusterFacts& facts, Findings* findings) {
  const ServerFacts& server = facts.server;
  if (!server.is_safe) {
    Fault(
        "the database does not write to its disk safely: set fsync = on and full_page_writes = on",
        findings);
  }
  FindStandbys(facts, findings);
  if (server.slots > 0 && server.kept_for_slots < 0) {
    Fault(
        "a standby that is away keeps the write-ahead log, with what was removed, without a bound: "
        "set max_slot_wal_keep_size",
        findings);
  }
  if (server.kept_bytes > kMostKeptBytes) {
    Fault(fmt::format("wal_keep_size keeps {} MB of the write-ahead log, with what was removed: "
                      "set at most 1 GB",
                      server.kept_bytes >> 20),
          findings);
  }
  if (server.unwiped_ms.value_or(0) > kMostUnwipedTablesMs) {
    Fault(fmt::format("what was removed {} s ago is still in the tables of the database: a reader "
                      "may be in the way (pg_stat_activity), or no writer has wiped",
                      Seconds(*server.unwiped_ms)),
          findings);
  }
}

void FindOfNode(const ClusterFacts& facts, const NodeRow& node, Findings* findings) {
  const ServerFacts& server = facts.server;
  const std::string& name = node.facts.name;
  if (node.is_shared) {
    Fault(fmt::format("two nodes are called {}: give each node_name of its own", name), findings);
  }
  if (node.seen_ms > kMostUnseenMs) {
    return Fault(fmt::format("{} was last seen {} s ago: start it, or forget it (orgreg cluster "
                             "forget {})",
                             name, Seconds(node.seen_ms), name),
                 findings);
  }
  // One that is ahead of a database that was set back is named there.
  if (node.facts.position > server.position && facts.set_back.empty()) {
    Fault(fmt::format("{} is at commit {}, and the database only at {}: one of them belongs to "
                      "another history",
                      name, node.facts.position.value, server.position.value),
          findings);
  }
  // What it has done since it was last seen is not known.
  const auto then = [&node](std::optional<std::int64_t> now_ms) {
    return now_ms.value_or(0) - node.seen_ms;
  };
  if (then(node.behind_ms) > kMostBehindMs) {
    Fault(fmt::format("{} was at commit {} of {}, {} s behind, when it was last seen: see its log",
                      name, node.facts.position.value, server.position.value,
                      Seconds(then(node.behind_ms))),
          findings);
  }
  if (then(node.unwiped_ms) > kMostUnwipedMs) {
    Fault(fmt::format("{} still has in its files what was removed {} s ago: see its log", name,
                      Seconds(*node.unwiped_ms)),
          findings);
  }
}

void FindOfBuilds(const std::vector<NodeRow>& nodes, Findings* findings) {
  std::set<std::string> builds;
  for (const NodeRow& node : nodes) builds.insert(node.facts.build);
  if (builds.size() > 1)
    Note(fmt::format("the nodes run {} different builds", builds.size()), findings);
}

}  // namespace

std::vector<Finding> FindProblems(const ClusterFacts& facts) {
  Findings findings;
  FindSetBack(facts, &findings);
  FindOfServer(facts, &findings);
  if (!facts.no_nodes.empty()) {
    Fault(facts.no_nodes, &findings);
    return findings;
  }
  for (const NodeRow& node : facts.nodes) FindOfNode(facts, node, &findings);
  FindOfBuilds(facts.nodes, &findings);
  if (facts.nodes.empty()) Note("no node has ever said that it is there", &findings);
  return findings;
}

}  // namespace orgreg::app
