// SPDX-License-Identifier: EUPL-1.2

// What is not right with a database and its nodes (`orgreg cluster verify`), each in a sentence
// that says how to mend it. Pure; safe from any thread.

#pragma once

#include <string>
#include <vector>

#include "store/cluster.h"
#include "store/open_options.h"

namespace orgreg::app {

struct ClusterFacts {
  store::ServerFacts server = {};
  std::vector<store::NodeRow> nodes = {};
  // Without its own tables nothing is known of nodes; why, for people. Empty: they are there.
  std::string no_nodes = {};
  std::vector<store::SetBackNote> set_back = {};
  store::Durability durability = store::Durability::kLocal;
};

struct Finding {
  bool is_note = false;  // worth knowing, and no fault
  std::string text = {};
};

std::vector<Finding> FindProblems(const ClusterFacts& facts);

}  // namespace orgreg::app
