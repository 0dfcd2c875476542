// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/cluster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "api/interface_document/node.h"

namespace orgreg::app {
namespace {

using api::Node;
using store::Durability;
using store::NodeRow;
using store::ServerFacts;
using store::StandbyRow;

using Cells = std::vector<std::string>;

std::string_view DurabilityText(Durability durability) {
  return durability == Durability::kReplicated ? "replicated" : "local";
}

// Columns as wide as their widest cell.
std::string Aligned(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const Cells& line : lines) {
    for (std::size_t at = 0; at < line.size(); ++at)
      widths[at] = std::max(widths[at], line[at].size());
  }
  std::string text;
  for (const Cells& line : lines) {
    std::string row;
    for (std::size_t at = 0; at < line.size(); ++at)
      row += fmt::format("{:<{}}  ", line[at], widths[at]);
    text.append(row, 0, row.find_last_not_of(' ') + 1).push_back('\n');
  }
  return text;
}

std::string SecondsText(const std::optional<std::int64_t>& ms) {
  return ms ? fmt::format("{}.{} s", *ms / 1000, *ms % 1000 / 100) : "-";
}

std::string OrDash(const std::string& text) { return text.empty() ? "-" : text; }

Cells CellsOf(const StandbyRow& standby) {
  return {"standby",
          OrDash(standby.name),
          OrDash(standby.address),
          standby.state.empty() ? "hidden from this user" : standby.state,
          OrDash(standby.sync_state),
          fmt::format("{} bytes behind", standby.behind_bytes)};
}

Cells CellsOf(const NodeRow& node) {
  return {node.facts.name,
          node.facts.build,
          std::to_string(node.facts.position.value),
          SecondsText(node.facts.lag_ms),
          std::to_string(node.facts.wiped.value),
          SecondsText(node.seen_ms) + " ago"};
}

Node NumberOrNull(const std::optional<std::int64_t>& value) {
  return value ? Node::Whole(*value) : Node::Literal("null");
}

Node ToNode(const StandbyRow& standby) {
  return Node::Object()
      .With("name", Node::Text(standby.name))
      .With("address", Node::Text(standby.address))
      .With("state", Node::Text(standby.state))
      .With("sync_state", Node::Text(standby.sync_state))
      .With("behind_bytes", Node::Whole(standby.behind_bytes));
}

Node ToNode(const NodeRow& node) {
  return Node::Object()
      .With("name", Node::Text(node.facts.name))
      .With("build", Node::Text(node.facts.build))
      .With("position", Node::Whole(node.facts.position.value))
      .With("lag_ms", NumberOrNull(node.facts.lag_ms))
      .With("wiped", Node::Whole(node.facts.wiped.value))
      .With("seen_ms_ago", Node::Whole(node.seen_ms));
}

Node Reasons(const std::vector<store::SetBackNote>& notes) {
  Node list = Node::List();
  for (const store::SetBackNote& note : notes) list.Add(Node::Text(note.reason));
  return list;
}

template <typename Row>
Node ToList(const std::vector<Row>& rows) {
  Node list = Node::List();
  for (const Row& row : rows) list.Add(ToNode(row));
  return list;
}

}  // namespace

std::string ClusterAsTable(const ClusterFacts& facts) {
  const ServerFacts& server = facts.server;
  std::vector<Cells> servers = {{"primary", "PostgreSQL " + server.version, OrDash(server.address),
                                 fmt::format("timeline {}", server.timeline),
                                 std::string(DurabilityText(facts.durability)),
                                 fmt::format("commit {}", server.position.value)}};
  for (const StandbyRow& standby : server.standbys) servers.push_back(CellsOf(standby));
  std::string text = Aligned(servers) + "\n";
  for (const store::SetBackNote& note : facts.set_back)
    text += fmt::format("set back: {}\n\n", note.reason);
  if (!facts.no_nodes.empty()) return text + facts.no_nodes + "\n";
  if (facts.nodes.empty()) return text + "no node has ever said that it is there\n";
  std::vector<Cells> nodes = {{"node", "build", "commit", "lag", "wiped", "seen"}};
  for (const NodeRow& node : facts.nodes) nodes.push_back(CellsOf(node));
  return text + Aligned(nodes);
}

std::string ClusterAsJson(const ClusterFacts& facts) {
  const ServerFacts& server = facts.server;
  Node object = Node::Object()
                    .With("database", Node::Object()
                                          .With("address", Node::Text(server.address))
                                          .With("version", Node::Text(server.version))
                                          .With("timeline", Node::Whole(server.timeline))
                                          .With("position", Node::Whole(server.position.value))
                                          .With("synchronous_standby_names",
                                                Node::Text(server.synchronous_standbys))
                                          .With("set_back", Reasons(facts.set_back))
                                          .With("patroni", Node::Flag(server.has_patroni))
                                          .With("standbys", ToList(server.standbys)))
                    .With("durability", Node::Text(DurabilityText(facts.durability)))
                    .With("nodes", ToList(facts.nodes));
  return api::ToJson(object);
}

}  // namespace orgreg::app
