// SPDX-License-Identifier: EUPL-1.2

// Copies of documents for all nodes of a database: whoever imports one puts it among the blobs
// before its row is stored, and a node that lacks it takes it from there and keeps it. So the
// folder of a node is a part of them, and a file that is missing in it is no fault. Safe from any
// thread.

#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "app/place/place.h"
#include "base/result.h"
#include "blobs/blobs.h"
#include "records/documents/folder.h"
#include "store/store.h"

namespace orgreg::app {

class SharedDocuments {
 public:
  // An import puts documents before it stores the rows that name them, so what is younger is kept.
  static constexpr std::chrono::hours kLeastAge{1};

  // Null if the place has no blobs.
  static base::Result<std::unique_ptr<SharedDocuments>> Of(const Place& place);
  SharedDocuments(std::unique_ptr<blobs::Blobs> blobs, records::DocumentFolder folder)
      : blobs_(std::move(blobs)), folder_(std::move(folder)) {}

  // A document of the folder. kUnavailable after every failure.
  base::Status Put(const records::StoredDocument& document);
  // Takes it into the folder. kNotFound if it is not among the blobs, kCorrupt if it is damaged
  // there; kUnavailable if they are away, or the folder is being swept for seconds.
  base::Status Fetch(const records::StoredDocument& document);
  // Takes all that the rows of the store name and the folder lacks; what is missing or damaged
  // among the blobs stays out.
  base::Status FetchAll(store::Store* store);
  // kNotFound and kCorrupt as Fetch, by the size alone.
  base::Status Find(const records::StoredDocument& document) const;
  // Deletes what no row names, unless it is young. `lists` is the truth, not a replica. Whether
  // some are left because they are young.
  struct Swept {
    records::SweepCounts counts = {};
    std::uint64_t young = 0;
  };
  base::Result<Swept> Sweep(store::Store* lists);

 private:
  const std::unique_ptr<blobs::Blobs> blobs_;
  const records::DocumentFolder folder_;
  std::mutex adding_;  // There is one session at a time.
};

}  // namespace orgreg::app
