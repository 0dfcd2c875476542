// SPDX-License-Identifier: EUPL-1.2

// From the store to Catalogs: usable bases are opened, others are built, and later changes become
// layers above them.
//
// A kind whose index cannot follow the store, because its base is damaged or was replaced by a bulk
// load, stays as it was until it has a new base. The others do not wait for it.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/catalog/layer_stack.h"
#include "app/catalog/segment_maker.h"
#include "app/place/place.h"
#include "base/result.h"
#include "model/kind.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::app {

using CatalogPointer = std::shared_ptr<const search::Catalog>;

// One flag for each kind, in the order of model::kKinds.
using KindFlags = std::array<bool, model::kKinds.size()>;

// Makes catalogs of one store. Used by one thread at a time, except for RunMerge.
class CatalogBuilder {
 public:
  // Bases are kept in the place, and shared with other servers by `exchange`, if there is one. It
  // and `source` outlive the builder.
  CatalogBuilder(const records::Register* source, const Place& place,
                 BaseExchange* exchange = nullptr)
      : source_(source), maker_(source, place, exchange) {}

  // The first catalog, if the kept bases are usable: records that were withdrawn since they were
  // made are hidden in it. Null if one has to be built.
  base::Result<CatalogPointer> OpenKept(const std::stop_token& stop);
  // The catalog of the store's current state. Costs little if little has changed since the last
  // call; builds bases if there are none at all. kUnavailable if stopped meanwhile. If it fails or
  // throws, nothing has changed.
  base::Result<CatalogPointer> Advance(const std::stop_token& stop);
  // The commit of the last catalog, and its state.
  store::CommitId position() const { return state_.commit; }
  store::StateId state() const { return state_; }
  // True if a kind of the last catalog is of an older commit.
  bool is_behind() const;

  // Notices changes that others made to the files of bases.
  void LookForChange() const;

  // Work that should be done while requests are served.
  struct Merge {
    model::Kind kind = model::Kind::kEntity;
    KindState since;
    bool is_needed = false;  // Until it is done, answers are missing or old.
  };
  // The most urgent one. Nothing for the kinds of `except`.
  std::optional<Merge> WantedMerge(const KindFlags& except) const;
  // Called from any thread, at the same time as the other functions.
  base::Result<MadeSegment> RunMerge(const Merge& merge, const std::stop_token& stop) const;
  // Called before the next Advance.
  void InstallSegment(model::Kind kind, MadeSegment made);

  // Updates the file of one kind's base, for the next start.
  base::Status KeepBase(model::Kind kind);
  // The layers of the state in `view` above the kept base. kNotFound if there is no usable one.
  base::Result<search::Layers> LayersUponKept(records::View* view, model::Kind kind) const;

 private:
  using Stacks = std::array<std::optional<LayerStack>, model::kKinds.size()>;
  // How many changes may become layers above a base.
  enum class Extent : std::uint8_t { kSmallShare, kLayer };

  std::optional<LayerStack>& StackOf(model::Kind kind) {
    return stacks_[static_cast<std::size_t>(kind)];
  }
  base::Result<LayerStack> OpenStack(records::View* view, model::Kind kind, Extent extent) const;
  base::Result<LayerStack> OpenOrBuildStack(model::Kind kind, SegmentMaker::Place place,
                                            const std::stop_token& stop) const;
  base::Status BuildMissing(const std::stop_token& stop);
  base::Result<bool> TryAdvance(records::View* view, model::Kind kind, LayerStack* stack) const;
  base::Result<bool> LayChanges(records::View* view, model::Kind kind, Extent extent,
                                LayerStack* stack) const;
  base::Result<CatalogPointer> Join(records::View* view, const Stacks& stacks) const;

  const records::Register* source_;
  SegmentMaker maker_;
  Stacks stacks_;
  KindFlags needs_base_ = {};  // The kind cannot follow without a new one.
  store::StateId state_;
};

}  // namespace orgreg::app
