// A Catalog is one unchanging state of the register, indexed for search: layers of segments
// for each kind. All requests between two changes share one Catalog.
//
// Made once and never changed after, so any number of threads may use it without locks.
// Bytes returned by Lookup and Search live as long as the Catalog: keep its shared_ptr
// while a response is being written.
//
// It holds records as they are served (render/record_columns.h), not ids into the store, because an
// answer should be a copy of bytes. The price is disk and page cache.
//
// Lookup and Search fail with kUnavailable when they meet a damaged part of a segment file;
// the owner of the catalog then builds that segment anew from the store.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "model/unit.h"
#include "render/record_columns.h"
#include "search/match/record_walk.h"
#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// A record in any state. Of a supplement that is not live nothing is kept.
struct Found {
  model::State state = model::State::kLive;
  render::RecordView record = {};
  std::uint64_t fingerprint = 0;  // Of what is served.
};

// A live record with its number.
struct Numbered {
  base::OrgNumber number = {};
  render::RecordView record = {};
};

// The places of a page's records, in order. Catalog::Served has what is served of them.
struct Page {
  model::Kind kind = model::Kind::kEntity;
  std::vector<Place> places = {};
  std::size_t total = 0;
};

class Catalog {
 public:
  // Which state of the store a catalog is of.
  struct State {
    std::int64_t commit = 0;
    std::uint64_t fingerprint = 0;  // Of the commit (store::Snapshot).
    std::int64_t last_change = 0;   // The last line of the log.
    // How many lines further a kind is, while another kind cannot follow.
    std::array<std::int64_t, model::kKinds.size()> ahead = {};

    // The last line up to which the records of a kind are here.
    std::int64_t LastChangeOf(model::Kind kind) const {
      return last_change + ahead[static_cast<std::size_t>(kind)];
    }
  };

  // Layers in the order of model::kKinds, all of one state of the store. A kind whose index cannot
  // follow for a while is of an older state, and the catalog's state is that of the oldest.
  using LayersByKind = std::array<Layers, model::kKinds.size()>;
  Catalog(LayersByKind layers, State state) : layers_(std::move(layers)), state_(state) {}

  // Live, deleted or removed; nothing when the number was never registered as this kind.
  base::Result<std::optional<Found>> Lookup(model::Kind kind, base::OrgNumber number) const;

  // The page the query asks for, and how many records match in all.
  base::Result<Page> Search(const Query& query) const;
  // What is served of one record of a page, or of all of them.
  base::Result<render::PublicForm> Served(model::Kind kind, const Place& place) const;
  base::Result<std::vector<render::PublicForm>> Served(const Page& page) const;
  // Reads all records of a page, so that damage is found before the first of them is sent.
  base::Status Check(const Page& page) const;

  // Whether Search takes well under a millisecond, as far as that is known beforehand.
  bool IsQuick(const Query& query) const;

  // Live supplements that may have the key (records/readers/supplement.h), of numbers above
  // `after`: at most `most`, in order of number.
  base::Result<std::vector<Numbered>> FindByKey(model::Kind kind, std::uint64_t key,
                                                base::OrgNumber after, std::size_t most) const;
  // The keys from `first` to `last` that live supplements have, rising.
  base::Result<std::vector<std::uint64_t>> KeysBetween(model::Kind kind, std::uint64_t first,
                                                       std::uint64_t last) const;
  // Live records of numbers above `after`: at most `most`, in order of number.
  base::Result<std::vector<Numbered>> After(model::Kind kind, base::OrgNumber after,
                                            std::size_t most) const;

  // Everything that matches, by the query's sort keys or, where it has none, in order of number.
  // The size and the number of its page do not count.
  base::Result<RecordWalk> Walk(const Query& query) const;

  std::size_t CountLive(model::Kind kind) const { return search::CountLive(LayersOf(kind)); }
  const State& state() const { return state_; }

 private:
  const Layers& LayersOf(model::Kind kind) const { return layers_[static_cast<std::size_t>(kind)]; }

  LayersByKind layers_;
  State state_;
};

}  // namespace orgreg::search
