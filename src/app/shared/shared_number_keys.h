// SPDX-License-Identifier: EUPL-1.2

// The keys for identification numbers that the nodes of a database have in common, by their ids
// (auth/numbers/keys.h), which reveal no key: texts in the database say which keys numbers are
// sealed with, and which each node has. A number that is sealed with a key that a node lacks cannot
// be opened there, so a key is used for sealing only when all nodes that have keys have it, and a
// version is one key for ever. Safe from any thread.
//
// Errors are those of the cluster, and kInvalid, with what to do, if nothing may be sealed.

#pragma once

#include <functional>
#include <string>

#include "auth/numbers/vault.h"
#include "base/result.h"
#include "store/cluster.h"

namespace orgreg::app {

// Whether the vault may seal, for commands. A store in a file, and one whose database has no place
// for texts yet, has nobody to agree with (null: the same); nothing is sealed without a vault.
base::Status CompareNumberKeys(store::Cluster* cluster, const auth::NumberVault* vault);

// The same for the node of that name, which says at first which keys it has. If it is the first one
// to seal with a key, this is noted, after `check` has found that the vault opens all stored
// numbers.
base::Status AgreeOnNumberKeys(store::Cluster* cluster, const std::string& node,
                               const auth::NumberVault* vault,
                               const std::function<base::Status()>& check);

}  // namespace orgreg::app
