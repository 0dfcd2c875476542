// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/cluster_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "app/commands/cluster_text.h"

namespace orgreg::app {
namespace {

using store::CommitId;
using testing::HasSubstr;

store::NodeRow Node(const std::string& name) {
  return {.facts = {.name = name,
                    .build = "1.0.0 ab",
                    .position = CommitId{9},
                    .wiped = CommitId{3},
                    .lag_ms = 120},
          .seen_ms = 2500};
}

ClusterFacts Sound() {
  return {.server = {.address = "10.0.0.1:5432",
                     .version = "15.1",
                     .timeline = 2,
                     .is_safe = true,
                     .synchronous_standbys = "pg2",
                     .needed_standbys = 1,
                     .has_patroni = true,
                     .slots = 2,
                     .kept_bytes = 128 << 20,
                     .kept_for_slots = std::int64_t{4} << 30,
                     .position = CommitId{9},
                     .standbys = {{"pg2", "10.0.0.2", "streaming", "sync", 0},
                                  {"pg3", "10.0.0.3", "streaming", "async", 100}}},
          .nodes = {Node("a"), Node("b")},
          .durability = store::Durability::kReplicated};
}

std::string Texts(const ClusterFacts& facts) {
  std::string texts;
  for (const Finding& finding : FindProblems(facts))
    texts += (finding.is_note ? "note: " : "") + finding.text + "\n";
  return texts;
}

TEST(FindProblems, FindsNothingWhereAllIsRight) { EXPECT_EQ(Texts(Sound()), ""); }

TEST(FindProblems, NamesEachThing) {
  const struct {
    std::function<void(ClusterFacts*)> change;
    const char* words;
  } cases[] = {
      {[](ClusterFacts* facts) { facts->server.is_safe = false; }, "set fsync = on"},
      {[](ClusterFacts* facts) { facts->server.synchronous_standbys = ""; },
       "Patroni is asynchronous, so a failover would lose acknowledged changes: set "
       "synchronous_mode: true and synchronous_mode_strict: true"},
      {[](ClusterFacts* facts) {
         facts->server.synchronous_standbys = "";
         facts->server.has_patroni = false;
       },
       "name some in synchronous_standby_names"},
      {[](ClusterFacts* facts) { facts->durability = store::Durability::kLocal; },
       "set store_durability = \"replicated\"\n"},
      {[](ClusterFacts* facts) {
         facts->durability = store::Durability::kLocal;
         facts->server.synchronous_standbys = "";
       },
       "\"replicated\", and set synchronous_mode: true and synchronous_mode_strict: true"},
      {[](ClusterFacts* facts) {
         facts->durability = store::Durability::kLocal;
         facts->server.has_patroni = false;
       },
       "note: store_durability is local"},
      {[](ClusterFacts* facts) { facts->server.standbys.clear(); },
       "has 0 of 1 synchronous standbys"},
      {[](ClusterFacts* facts) { facts->server.needed_standbys = 2; },
       "has 1 of 2 synchronous standbys"},
      {[](ClusterFacts* facts) { facts->server.standbys[0].state = ""; }, "GRANT pg_monitor"},
      {[](ClusterFacts* facts) { facts->server.kept_for_slots = -1; }, "max_slot_wal_keep_size"},
      {[](ClusterFacts* facts) { facts->server.kept_bytes = std::int64_t{2} << 30; },
       "wal_keep_size keeps 2048 MB"},
      {[](ClusterFacts* facts) { facts->server.unwiped_ms = 3'601'000; }, "removed 3601 s ago"},
      {[](ClusterFacts* facts) { facts->nodes[1].seen_ms = 61'000; },
       "b was last seen 61 s ago: start it, or forget it (orgreg cluster forget b)"},
      {[](ClusterFacts* facts) { facts->nodes[0].behind_ms = 33'501; },
       "a was at commit 9 of 9, 31 s behind, when it was last seen"},
      {[](ClusterFacts* facts) { facts->server.position = CommitId{8}; }, "another history"},
      {[](ClusterFacts* facts) {
         facts->set_back = {
             {.node = "a", .position = CommitId{12}, .reason = "node a has commit 12"}};
       },
       "the database was set back to an earlier state: node a has commit 12. What was removed"},
      {[](ClusterFacts* facts) { facts->server.restore_settings = "restore_command"; },
       "note: the database has settings of a restore (restore_command)"},
      {[](ClusterFacts* facts) { facts->nodes[0].unwiped_ms = 122'501; },
       "a still has in its files what was removed 122 s ago"},
      {[](ClusterFacts* facts) { facts->nodes[0].is_shared = true; }, "two nodes are called a"},
      {[](ClusterFacts* facts) { facts->nodes[0].facts.build = "1.0.0 cd"; },
       "note: the nodes run 2 different builds"},
      {[](ClusterFacts* facts) { facts->nodes.clear(); }, "note: no node has ever said"},
      {[](ClusterFacts* facts) { facts->no_nodes = "has no tables for nodes"; },
       "has no tables for nodes"},
  };
  for (const auto& one : cases) {
    ClusterFacts facts = Sound();
    one.change(&facts);
    EXPECT_THAT(Texts(facts), HasSubstr(one.words));
  }
}

TEST(FindProblems, LeavesTimeForWhatIsNew) {
  ClusterFacts facts = Sound();
  facts.server.unwiped_ms = 3'599'000;
  facts.nodes[0].seen_ms = 59'000;
  facts.nodes[0].behind_ms = 89'000;
  facts.nodes[0].unwiped_ms = 179'000;
  facts.server.standbys[0].sync_state = "quorum";
  EXPECT_EQ(Texts(facts), "");
  facts.server.slots = 0;
  facts.server.kept_for_slots = -1;
  EXPECT_EQ(Texts(facts), "") << "without slots nothing is kept for one";
}

TEST(FindProblems, SaysOnceThatANodeIsGone) {
  ClusterFacts facts = Sound();
  facts.nodes[0].seen_ms = 3'600'000;
  facts.nodes[0].behind_ms = 3'000'000;
  facts.nodes[0].unwiped_ms = 3'000'000;
  EXPECT_EQ(FindProblems(facts).size(), 1U);
}

TEST(ClusterAsTable, HasALineForEach) {
  const std::string table = ClusterAsTable(Sound());
  EXPECT_THAT(table, HasSubstr("primary  PostgreSQL 15.1  10.0.0.1:5432  timeline 2  replicated"));
  EXPECT_THAT(table, HasSubstr("standby  pg3"));
  EXPECT_THAT(table, HasSubstr("node  build     commit  lag    wiped  seen\n"));
  EXPECT_THAT(table, HasSubstr("\na     1.0.0 ab  9       0.1 s  3      2.5 s ago\n"));
}

TEST(ClusterAsJson, KeepsWhatIsNotKnownNull) {
  ClusterFacts facts = Sound();
  facts.nodes[0].facts.lag_ms = {};
  facts.server.standbys.clear();
  EXPECT_EQ(ClusterAsJson(facts),
            "{\"database\":{\"address\":\"10.0.0.1:5432\",\"version\":\"15.1\",\"timeline\":2,"
            "\"position\":9,\"synchronous_standby_names\":\"pg2\",\"set_back\":[],\"patroni\":true,"
            "\"standbys\":[]},\"durability\":\"replicated\",\"nodes\":["
            "{\"name\":\"a\",\"build\":\"1.0.0 ab\",\"position\":9,\"lag_ms\":null,\"wiped\":3,"
            "\"seen_ms_ago\":2500},{\"name\":\"b\",\"build\":\"1.0.0 ab\",\"position\":9,"
            "\"lag_ms\":120,\"wiped\":3,\"seen_ms_ago\":2500}]}\n");
}

}  // namespace
}  // namespace orgreg::app
