// A thread that makes layers and bases while requests are served, one at a time. It is there
// from the start, as a thread may not be to be had when it is needed. What the making throws is its
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

  // What is being made, or made and not taken yet.
  const std::optional<CatalogBuilder::Merge>& work() const { return work_; }
  // Only without work.
  void BeginMerge(const CatalogBuilder::Merge& merge);
  // What was begun, once it is made; then there is no work.
  std::optional<Done> TakeDone();

 private:
  void RunMerges(const std::stop_token& stop);
  base::Result<MadeSegment> MakeSegment(const CatalogBuilder::Merge& merge,
                                        const std::stop_token& stop) const;

  const CatalogBuilder* builder_;
  std::optional<CatalogBuilder::Merge> work_;  // Of the watcher alone.
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  std::optional<CatalogBuilder::Merge> wanted_;
  std::optional<base::Result<MadeSegment>> made_;
  std::jthread thread_;
};

}  // namespace orgreg::app
