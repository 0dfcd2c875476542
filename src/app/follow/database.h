// SPDX-License-Identifier: EUPL-1.2

// The store in a database, for all parts of a node that read it or share something there. It is
// opened when it is first needed, since it may be away at the start, and opens its connections
// again by itself after it was away. Safe from any thread.

#pragma once

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "app/place/place.h"
#include "base/result.h"
#include "store/cluster.h"
#include "store/store.h"

namespace orgreg::app {

class Database {
 public:
  // `place` has a database. What waits for it ends soon after `stop`.
  Database(Place place, std::stop_token stop);

  base::Result<store::Store*> Open();
  // The same store, also while it is set back (store/cluster.h): to look at it.
  base::Result<store::Store*> OpenSetBack();
  base::Result<store::Cluster*> OpenCluster();
  // For people: without a password.
  const std::string& address() const { return address_; }

 private:
  const Place place_;
  const std::string address_;
  const std::stop_token stop_;
  std::mutex opening_;
  // Set once, under the mutex.
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::Store> set_back_;
};

}  // namespace orgreg::app
