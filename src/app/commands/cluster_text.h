// SPDX-License-Identifier: EUPL-1.2

// A database and its nodes as a table for people, and as JSON for programs (`orgreg cluster
// status`). Pure; safe from any thread.

#pragma once

#include <string>

#include "app/commands/cluster_findings.h"

namespace orgreg::app {

std::string ClusterAsTable(const ClusterFacts& facts);
// One line. Ages are in milliseconds; a member that is null is not known.
std::string ClusterAsJson(const ClusterFacts& facts);

}  // namespace orgreg::app
