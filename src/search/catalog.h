// SPDX-License-Identifier: EUPL-1.2

// A Catalog is one unchanging state of the register, indexed for search: layers of segments for
// each kind. All requests between two changes share one Catalog.
//
// Created once and never changed, so any number of threads may use it without locks. Bytes returned
// by Lookup and Search live as long as the Catalog: keep its shared_ptr while a response is being
// written.
//
// It holds records as they are served (render/record_columns.h), not ids into the store, because
// answering should be copying bytes. The price is disk and page cache.
//
// Lookup and Search fail with kUnavailable when they read a damaged part of a segment file; the
// owner of the catalog then rebuilds that segment from the store.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "model/unit.h"
#include "render/record_columns.h"
#include "search/file/block_guard.h"
#include "search/match/pick_after.h"
#include "search/match/record_walk.h"
#include "search/match/value_counts.h"
#include "search/request/query.h"
#include "search/segment/layers.h"
#include "search/suggest/name_list.h"
#include "search/suggest/typed_text.h"

namespace orgreg::search {

// A record in any state. A supplement that is not live has no content.
struct Found {
  model::State state = model::State::kLive;
  render::RecordView record = {};
  std::uint64_t fingerprint = 0;  // Of the served content.
};

// A live record with its number.
struct Numbered {
  base::OrgNumber number = {};
  render::RecordView record = {};
};

// The places of a page's records, in order. Catalog::Served returns their content.
struct Page {
  model::Kind kind = model::Kind::kEntity;
  std::vector<Place> places = {};
  std::size_t total = 0;
};

// A part of a search's matches, and the position of its last one if more follow.
struct PartAfter {
  Page page = {};
  std::optional<Position> last = {};
};

// How often the values of fields occur among the matches of a search.
struct ValueCounts {
  std::size_t total = 0;  // All matches.
  std::vector<FieldCounts> fields = {};
};

// What suggestions are taken from: live units of the kinds, and labels of the lists. Between equal
// ones the lists come first, in the order given here.
struct SuggestScope {
  std::span<const model::Kind> kinds = {};
  std::span<const NameList* const> lists = {};
  std::size_t most = 0;
};

// A unit of the kind, or if there is none an item of the list.
struct Suggested {
  std::optional<model::Kind> kind = {};
  Numbered unit = {};
  std::size_t list = 0;  // An index of SuggestScope::lists.
  Doc item = 0;
};

class Catalog {
 public:
  // The state of the store that a catalog shows.
  struct State {
    std::int64_t commit = 0;
    std::uint64_t fingerprint = 0;  // Of the commit (store::Snapshot).
    std::int64_t last_change = 0;   // The last line of the log.
    // For each kind, how many lines it is ahead of the state, while another kind cannot follow.
    std::array<std::int64_t, model::kKinds.size()> ahead = {};

    // The last line whose change the records of a kind contain.
    std::int64_t LastChangeOf(model::Kind kind) const {
      return last_change + ahead[static_cast<std::size_t>(kind)];
    }
  };

  // Layers in the order of model::kKinds, all of the same state of the store. If the index of a
  // kind cannot follow for a while, its layers show an older state, and the catalog's state is the
  // oldest one.
  using LayersByKind = std::array<Layers, model::kKinds.size()>;
  Catalog(LayersByKind layers, State state) : layers_(std::move(layers)), state_(state) {}

  // Live, deleted or removed; nothing if the number was never registered as this kind.
  base::Result<std::optional<Found>> Lookup(model::Kind kind, base::OrgNumber number) const;

  // The page that the query asks for, and the number of all matches.
  base::Result<Page> Search(const Query& query) const;
  // Calls visit(form) with the served content of the records of a page, from the one at `first` on,
  // until it returns false. Returns the index of that record, or the number of records.
  template <typename Visit>
  base::Result<std::size_t> VisitServed(const Page& page, std::size_t first,
                                        const Visit& visit) const;
  // The served content of all records of a page.
  base::Result<std::vector<render::PublicForm>> Served(const Page& page) const;
  // All records of a page, with their numbers.
  base::Result<std::vector<Numbered>> Records(const Page& page) const;
  // Reads all records of a page, so that damage is found before the first one is sent.
  base::Status Check(const Page& page) const;

  // True if Search is expected to take well under a millisecond.
  bool IsQuick(const Query& query) const;

  // Live supplements that may have the key (records/readers/supplement.h), with numbers above
  // `after`: at most `most`, in order of number.
  base::Result<std::vector<Numbered>> FindByKey(model::Kind kind, std::uint64_t key,
                                                base::OrgNumber after, std::size_t most) const;
  // The keys of live supplements from `first` to `last`, ascending.
  base::Result<std::vector<std::uint64_t>> KeysBetween(model::Kind kind, std::uint64_t first,
                                                       std::uint64_t last) const;
  // Live records with numbers above `after`: at most `most`, in order of number.
  base::Result<std::vector<Numbered>> After(model::Kind kind, base::OrgNumber after,
                                            std::size_t most) const;

  // All matches, in the order of the query's sort keys or, if it has none, of numbers. The size and
  // number of its page are ignored.
  base::Result<RecordWalk> Walk(const Query& query) const;
  // Counts the values of fields among all matches. The page and its order are ignored.
  base::Result<ValueCounts> CountValues(const Query& query,
                                        std::span<const FieldQuestion> questions) const;
  // In the order of Walk, the matches after the position, or the first ones if it is null: as many
  // as the page's size. The position has a value for each key of OrderKeys.
  base::Result<PartAfter> SearchAfter(const Query& query, const Position* after) const;

  // The best suggestions for a text that is being typed, best first (suggest/suggest.h).
  base::Result<std::vector<Suggested>> Suggest(const TypedText& typed,
                                               const SuggestScope& scope) const;
  // A live record of the base layer for each value of a parameter whose values are codes.
  base::Result<std::vector<Numbered>> OneOfEach(model::Kind kind, std::size_t parameter) const;
  // The base layer's origin: layers with the same one share their base.
  const SegmentIdentity& BaseOf(model::Kind kind) const {
    return LayersOf(kind).front().segment->identity();
  }

  std::size_t CountLive(model::Kind kind) const { return search::CountLive(LayersOf(kind)); }
  // A base, and those of later changes.
  std::size_t CountLayers(model::Kind kind) const { return LayersOf(kind).size(); }
  const State& state() const { return state_; }

 private:
  const Layers& LayersOf(model::Kind kind) const { return layers_[static_cast<std::size_t>(kind)]; }

  LayersByKind layers_;
  State state_;
};

template <typename Visit>
base::Result<std::size_t> Catalog::VisitServed(const Page& page, std::size_t first,
                                               const Visit& visit) const {
  const Layers& layers = LayersOf(page.kind);
  try {
    for (; first < page.places.size(); ++first) {
      const Place& place = page.places[first];
      if (!visit(layers[place.layer].segment->live().Record(place.doc).served())) break;
    }
    return first;
  } catch (const DamagedBlock&) {
    return Damaged(page.kind);
  }
}

}  // namespace orgreg::search
