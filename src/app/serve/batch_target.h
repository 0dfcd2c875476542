// SPDX-License-Identifier: EUPL-1.2

// The register that batches of a listener go to. That of a node is in a database, which is opened
// by the first batch, since it may be away at the start. It is written to only while the node
// follows it: so batches never go to a database that is not the one of the replica. Safe from any
// thread.

#pragma once

#include <memory>
#include <mutex>
#include <stop_token>

#include "app/commands/wipe.h"
#include "app/follow/follow_state.h"
#include "app/place/place.h"
#include "base/result.h"
#include "records/register.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::app {

class BatchTarget {
 public:
  // `following` is that of a node, and null for a register of its own; it outlives the target.
  BatchTarget(Place place, store::StoreOptions options, const FollowState* following);
  BatchTarget(const BatchTarget&) = delete;
  BatchTarget& operator=(const BatchTarget&) = delete;
  // What still waits for the database, such as wiping, ends soon.
  ~BatchTarget() { stop_.request_stop(); }

  // Fails as OpenPlace does; kUnavailable while a node does not follow.
  base::Result<records::Register*> Get();
  // Batches were applied.
  void NoteChange();

 private:
  struct Opened {
    Opened(std::unique_ptr<store::Store> from, const Place& place)
        : store(std::move(from)), target(store.get()), wiper(&target, place) {}
    std::unique_ptr<store::Store> store;
    records::Register target;
    Wiper wiper;
  };

  base::Result<std::unique_ptr<store::Store>> Open() const;

  std::stop_source stop_;
  const Place place_;
  store::StoreOptions options_;
  const FollowState* following_;
  std::mutex opening_;
  std::unique_ptr<Opened> opened_;  // Set once, under the mutex.
};

}  // namespace orgreg::app
