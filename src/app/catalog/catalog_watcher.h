// SPDX-License-Identifier: EUPL-1.2

// Watches the store from a thread of its own and publishes a new Catalog after each commit,
// whichever process made it; meanwhile it has layers merged, and damaged bases rebuilt. After a
// failure, such as a lack of memory, it retries within a second, so that acknowledged changes
// become visible soon after. Ends with the object.
//
// Its threads give way to those that serve (base/threads/precedence.h), and it alone frees what a
// catalog held: the memory belongs to an arena of these threads, whose lock one of them may hold
// while it does not run.

#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

#include "app/catalog/catalog_builder.h"
#include "app/catalog/merger.h"
#include "app/catalog/visibility.h"
#include "base/log_limit.h"
#include "model/kind.h"

namespace orgreg::app {

class CatalogWatcher {
 public:
  using Publish = std::function<void(CatalogPointer)>;

  // `builder` made the catalog that is served now; all outlive the watcher. `damaged` is called
  // when the records of a kind cannot be read.
  CatalogWatcher(const records::Register* source, CatalogBuilder* builder, Visibility* visibility,
                 Publish publish, std::function<void()> damaged);

 private:
  using Clock = std::chrono::steady_clock;

  void Watch(const std::stop_token& stop);
  // These return false if the store could not be followed.
  bool Follow(const std::stop_token& stop);
  bool Refresh(const std::stop_token& stop);
  void FreeUnused();
  void BeginMerges();
  void TakeMerged(Merger* merger, const std::stop_token& stop);

  const records::Register* source_;
  CatalogBuilder* builder_;
  Visibility* visibility_;
  Publish publish_;
  std::function<void()> damaged_;
  // A base of one kind is made while another kind's merge takes long.
  std::array<Merger, 2> mergers_;
  // Used by the thread below, which may start again after a failure.
  std::vector<CatalogPointer> published_;  // Those that may still be used.
  Clock::duration pause_;
  bool is_refresh_due_ = false;      // The builder has more than was published.
  Clock::time_point next_try_ = {};  // Of kinds that are behind.
  // After a failed merge, no other of the kind before this time; changes are followed meanwhile.
  std::array<Clock::time_point, model::kKinds.size()> next_merge_ = {};
  base::LogLimit failure_log_;
  std::jthread thread_;
};

}  // namespace orgreg::app
