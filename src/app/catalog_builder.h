// From the store to a Catalog: segments that are there and still right are opened, others
// are built, at start and again whenever the store has changed.

#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "base/result.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::app {

using CatalogPointer = std::shared_ptr<const search::Catalog>;

// Makes catalogs of one store. One thread at a time.
class CatalogBuilder {
 public:
  // Segments are kept beside the store at `store_path`; where that folder cannot be
  // written, in memory. `source` outlives the builder.
  CatalogBuilder(const records::Register* source, std::string store_path);

  // The catalog of the store as it is now; segments of `current` that have not changed are
  // taken over, unless it is damaged. Fails with kUnavailable when stopped meanwhile.
  base::Result<CatalogPointer> Build(const CatalogPointer& current, const std::stop_token& stop);

  // Brings the file of one kind's segment up to date, for the next start.
  base::Status WriteSegment(model::Kind kind);

  // The segment that is kept for the state in `view`. kNotFound where there is none or one
  // of another state, kCorrupt where it is damaged.
  base::Result<std::shared_ptr<const search::Segment>> OpenKept(const records::View& view,
                                                                model::Kind kind) const;

 private:
  using SegmentPointer = std::shared_ptr<const search::Segment>;

  // A segment and the commit it was made at or found right at.
  struct Made {
    SegmentPointer segment;
    store::CommitId position;
  };

  base::Result<Made> MakeSegment(model::Kind kind, const CatalogPointer& current,
                                 const std::stop_token& stop) const;
  base::Result<CatalogPointer> BuildOnce(const CatalogPointer& current, const std::stop_token& stop,
                                         bool* is_whole) const;
  base::Result<SegmentPointer> BuildSegment(records::View* view, model::Kind kind,
                                            const std::stop_token& stop) const;
  search::SegmentIdentity IdentityOf(const records::View& view, model::Kind kind) const;
  std::string PathOf(model::Kind kind) const;

  const records::Register* source_;
  std::string store_path_;
  std::uint64_t program_ = 0;  // Tells this build of the program from others.
};

// Watches the store from a thread of its own and hands out a new Catalog after each commit,
// whichever process made it, and when the present one turns out to be damaged. Ends with
// the object.
class CatalogWatcher {
 public:
  using Publish = std::function<void(CatalogPointer)>;

  // `builder` made `current`, at or after `position`; it outlives the watcher.
  CatalogWatcher(const records::Register* source, CatalogBuilder* builder, store::CommitId position,
                 CatalogPointer current, Publish publish);

 private:
  void Watch(const std::stop_token& stop);
  bool Refresh(store::CommitId position, const std::stop_token& stop);

  const records::Register* source_;
  CatalogBuilder* builder_;
  store::CommitId position_;
  CatalogPointer current_;
  Publish publish_;
  std::jthread thread_;
};

}  // namespace orgreg::app
