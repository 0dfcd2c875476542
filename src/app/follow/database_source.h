// SPDX-License-Identifier: EUPL-1.2

// The database that a node follows (docs/nodes.md): a store that many nodes write to. It is opened
// when it is first needed, and opened again by itself after it was away. Steps take the same way as
// from another server, so that one loop serves both.

#pragma once

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "app/follow/step_source.h"
#include "app/place/place.h"

namespace orgreg::app {

class DatabaseSource final : public StepSource {
 public:
  // `place` has a database. What waits for it ends soon after `stop`.
  DatabaseSource(Place place, std::stop_token stop);

  base::Status Follow(store::CommitId commit, std::uint64_t fingerprint, store::StepSink* sink,
                      const std::stop_token& stop) override;
  bool has_files() const override { return false; }
  base::Status FetchDocument(std::string_view sha256, const Take& take,
                             const std::stop_token& stop) override;
  base::Status FetchSegment(std::string_view kind, const Take& take,
                            const std::stop_token& stop) override;
  base::Result<store::Store*> DocumentLists() override { return Open(); }
  std::chrono::milliseconds longest_pause() const override;
  const std::string& address() const override { return address_; }

 private:
  base::Result<store::Store*> Open();

  const Place place_;
  const std::string address_;
  const std::stop_token stop_;
  std::mutex opening_;
  std::unique_ptr<store::Store> store_;  // Set once, under the mutex.
};

}  // namespace orgreg::app
