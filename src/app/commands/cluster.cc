// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/commands/cluster_findings.h"
#include "app/commands/cluster_text.h"
#include "app/commands/opened_database.h"
#include "app/commands/reconcile.h"
#include "app/exit_code.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Result;

Result<ClusterFacts> AskFacts(const Settings& settings, store::Store* store) {
  ClusterFacts facts = {.durability = PlaceOf(settings).durability()};
  facts.server = TRY(store->cluster()->Server());
  facts.set_back = TRY(store->cluster()->SetBackNotes());
  auto nodes = store->cluster()->Nodes();
  if (nodes) {
    facts.nodes = std::move(nodes).value();
  } else if (nodes.error().code == Code::kNotFound) {
    facts.no_nodes = nodes.error().message;
  } else {
    return nodes.error();
  }
  return facts;
}

int RunWith(const Settings& settings, const std::function<int(const ClusterFacts&)>& run) {
  const auto store = OpenDatabase(settings);
  if (!store) return Fail(store.error());
  const auto facts = AskFacts(settings, store->get());
  return facts ? run(*facts) : Fail(facts.error());
}

int ShowProblems(const ClusterFacts& facts) {
  int code = kDone;
  for (const Finding& finding : FindProblems(facts)) {
    if (finding.is_note) {
      fmt::print("note: {}\n", finding.text);
      continue;
    }
    fmt::print(stderr, "{}\n", finding.text);
    code = kFailed;
  }
  if (code == kDone)
    fmt::print("the database and {} nodes are as they should be\n", facts.nodes.size());
  return code;
}

int Forget(const Settings& settings, const std::string& name) {
  const auto store = OpenDatabase(settings);
  if (!store) return Fail(store.error());
  const base::Status forgotten = (*store)->cluster()->ForgetNode(name);
  return forgotten ? kDone : Fail(forgotten.error());
}

const std::vector<std::string_view> kSettings = {"store", "store_durability"};

void AddStatus(Command cluster) {
  const auto as_json = std::make_shared<bool>(false);
  Command command =
      cluster.Sub("status", "Show the database, its standbys, and each node with its place");
  command.Add("--json", as_json.get(), "One line of JSON");
  SettingFlags(command, kSettings).Does([as_json](const Settings& settings) {
    return RunWith(settings, [as_json](const ClusterFacts& facts) {
      fmt::print("{}", *as_json ? ClusterAsJson(facts) : ClusterAsTable(facts));
      return kDone;
    });
  });
}

void AddVerifyCluster(Command cluster) {
  Command command = cluster.Sub("verify", "Say what is not right with the database or a node");
  command.Footer("Each thing that is wrong is a line on standard error, and the exit code is 1.");
  SettingFlags(command, kSettings).Does([](const Settings& settings) {
    return RunWith(settings, ShowProblems);
  });
}

void AddForget(Command cluster) {
  const auto name = std::make_shared<std::string>();
  Command command = cluster.Sub("forget", "Forget a node that will not come back");
  command.Add("name", name.get(), "The name of the node").Required();
  SettingFlags(command, kSettings).Does([name](const Settings& settings) {
    return Forget(settings, *name);
  });
}

}  // namespace

void AddCluster(Command program) {
  Command command = program.Sub("cluster", "The nodes of a store in a database (docs/nodes.md)");
  AddStatus(command);
  AddVerifyCluster(command);
  AddForget(command);
  AddReconcile(command);
}

}  // namespace orgreg::app
