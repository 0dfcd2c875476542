// SPDX-License-Identifier: EUPL-1.2

// A thread that makes layers and bases while requests are served, one at a time. It exists from the
// start, because it may be impossible to make a thread later. Exceptions of the work become its
// error.
//
// Used by one thread, the watcher's.

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/catalog/catalog_builder.h"

namespace orgreg::app {

class Merger {
 public:
  struct Done {
    CatalogBuilder::Merge merge;
    base::Result<MadeSegment> made;
  };

  // `builder` outlives the merger.
  explicit Merger(const CatalogBuilder* builder);

  // The work in progress, or finished and not taken yet.
  const std::optional<CatalogBuilder::Merge>& work() const { return work_; }
  // Must not be called during other work.
  void BeginMerge(const CatalogBuilder::Merge& merge);
  // The finished work, if there is any; then there is no work.
  std::optional<Done> TakeDone();

 private:
  void RunMerges(const std::stop_token& stop);
  base::Result<MadeSegment> MakeSegment(const CatalogBuilder::Merge& merge,
                                        const std::stop_token& stop) const;

  const CatalogBuilder* builder_;
  std::optional<CatalogBuilder::Merge> work_;  // Used only by the watcher.
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  std::optional<CatalogBuilder::Merge> wanted_;
  std::optional<base::Result<MadeSegment>> made_;
  std::jthread thread_;
};

}  // namespace orgreg::app
