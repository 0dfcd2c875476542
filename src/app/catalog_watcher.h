// Watches the store from a thread of its own and hands out a new Catalog after each commit,
// whichever process made it; merges levels beside that, and makes damaged bases anew. Ends
// with the object.

#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/catalog_builder.h"

namespace orgreg::app {

class CatalogWatcher {
 public:
  using Publish = std::function<void(CatalogPointer)>;

  // `builder` made the catalog that is served now; both outlive the watcher.
  CatalogWatcher(const records::Register* source, CatalogBuilder* builder, Publish publish);

 private:
  struct Work {
    model::Kind kind = model::Kind::kEntity;
    std::future<base::Result<Level>> level;
  };

  void Watch(const std::stop_token& stop);
  // What they give is false where the store could not be followed; tried again at leisure.
  bool Follow(const std::stop_token& stop);
  bool Tend(const std::stop_token& stop);
  bool Refresh(const std::stop_token& stop);

  const records::Register* source_;
  CatalogBuilder* builder_;
  Publish publish_;
  std::optional<Work> work_;
  // After a merge that failed, no other before this; changes are followed meanwhile.
  std::chrono::steady_clock::time_point next_merge_ = {};
  std::jthread thread_;
};

}  // namespace orgreg::app
