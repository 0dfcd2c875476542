// A Catalog is one unchanging state of the register, indexed for search: a segment for
// each kind. All requests between two changes share one Catalog.
//
// Opened or built once and never changed after, so any number of threads may use it without
// locks. Bytes returned by Lookup and Search live as long as the Catalog: keep its
// shared_ptr while a response is being written.
//
// It holds rendered records, not ids into the store, because an answer should be a copy of
// bytes. The price is disk and page cache.
//
// Lookup and Search fail with kCorrupt when they meet a damaged part of a segment file;
// whoever owns the catalog then builds that segment anew from the store.

#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/unit.h"
#include "search/query.h"
#include "search/segment.h"

namespace orgreg::search {

// A record as version 2 is sent, with origin marks (render/record_json.h).
struct Found {
  model::State state = model::State::kLive;
  std::string_view rendered = {};
  std::uint64_t fingerprint = 0;  // Of the bytes.
};

struct Page {
  std::vector<std::string_view> records = {};
  std::size_t total = 0;
};

class Catalog {
 public:
  // Segments in the order of model::kKinds.
  Catalog(std::shared_ptr<const Segment> entities, std::shared_ptr<const Segment> sub_entities)
      : segments_{std::move(entities), std::move(sub_entities)} {}

  // Live, deleted or removed; nothing when the number was never registered as this kind.
  base::Result<std::optional<Found>> Lookup(model::Kind kind, base::OrgNumber number) const;

  // The page the query asks for, and how many records match in all.
  base::Result<Page> Search(const Query& query) const;

  const std::shared_ptr<const Segment>& SegmentOf(model::Kind kind) const {
    return segments_[static_cast<std::size_t>(kind)];
  }
  // True once a damaged part was met.
  bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }

 private:
  base::Error Damaged(model::Kind kind) const;

  std::array<std::shared_ptr<const Segment>, model::kKinds.size()> segments_;
  mutable std::atomic<bool> is_damaged_ = false;
};

}  // namespace orgreg::search
