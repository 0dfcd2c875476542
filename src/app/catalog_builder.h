// From the store to a Catalog, at start and again whenever the store has changed.

#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

#include "base/result.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::app {

// Reads every record; one thread a kind. Fails with kUnavailable when stopped meanwhile.
base::Result<std::shared_ptr<const search::Catalog>> BuildCatalog(const records::Register& source,
                                                                  const std::stop_token& stop);

// Watches the store from a thread of its own and hands out a new Catalog after each commit,
// whichever process made it. Ends with the object.
class CatalogWatcher {
 public:
  using Publish = std::function<void(std::shared_ptr<const search::Catalog>)>;

  // `position` is the commit that is already published. `source` outlives the watcher.
  CatalogWatcher(const records::Register* source, store::CommitId position, Publish publish);

 private:
  void Watch(const std::stop_token& stop);

  const records::Register* source_;
  store::CommitId position_;
  Publish publish_;
  std::jthread thread_;
};

}  // namespace orgreg::app
