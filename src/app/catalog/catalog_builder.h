// From the store to Catalogs: bases that are there and still of use are opened, others are
// built, and what changes after is laid upon them.
//
// A kind whose index cannot follow the store, because its base is damaged or was replaced by a bulk
// load, stays as it was until it has a new base. The others do not wait for it.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/catalog/layer_stack.h"
#include "app/catalog/segment_maker.h"
#include "base/result.h"
#include "model/kind.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::app {

using CatalogPointer = std::shared_ptr<const search::Catalog>;

// One flag a kind, in the order of model::kKinds.
using KindFlags = std::array<bool, model::kKinds.size()>;

// Makes catalogs of one store. One thread at a time, but for RunMerge.
class CatalogBuilder {
 public:
  // Bases are kept next to the store at `store_path`. `source` outlives the builder.
  CatalogBuilder(const records::Register* source, const std::string& store_path)
      : source_(source), maker_(source, store_path) {}

  // The first catalog, where the bases that are kept will do: whatever was withdrawn since they
  // were made is hidden in it. Null where one has to be built.
  base::Result<CatalogPointer> OpenKept(const std::stop_token& stop);
  // The catalog of the store as it is now. Costs little where little has changed since the
  // last call; builds bases where there are none at all. kUnavailable when stopped meanwhile.
  // Where it fails or throws, nothing has changed.
  base::Result<CatalogPointer> Advance(const std::stop_token& stop);
  // The commit that the last catalog was made at.
  store::CommitId position() const { return position_; }
  // True where a kind of the last catalog is of an older one.
  bool is_behind() const;

  // Notices what others did to the files of bases.
  void LookForChange() const;

  // Work that is best done while requests are served.
  struct Merge {
    model::Kind kind = model::Kind::kEntity;
    KindState since;
    bool is_needed = false;  // Answers are missing or old until it is done.
  };
  // What is needed first. Nothing for the kinds of `except`.
  std::optional<Merge> WantedMerge(const KindFlags& except) const;
  // Any thread, at the same time as the other functions.
  base::Result<MadeSegment> RunMerge(const Merge& merge, const std::stop_token& stop) const;
  // Before the next Advance.
  void InstallSegment(model::Kind kind, MadeSegment made);

  // Brings the file of one kind's base up to date, for the next start.
  base::Status KeepBase(model::Kind kind);
  // The layers of the state in `view` upon the base that is kept. kNotFound where there is
  // none that can be used.
  base::Result<search::Layers> LayersUponKept(records::View* view, model::Kind kind) const;

 private:
  using Stacks = std::array<std::optional<LayerStack>, model::kKinds.size()>;
  // How many changes may be laid upon a base.
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
  store::CommitId position_;
};

}  // namespace orgreg::app
