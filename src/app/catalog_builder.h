// From the store to Catalogs: bases that are there and still of use are opened, others are
// built, and what changes after is laid upon them.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/layer_stack.h"
#include "app/segment_maker.h"
#include "base/result.h"
#include "records/register.h"
#include "search/catalog.h"

namespace orgreg::app {

using CatalogPointer = std::shared_ptr<const search::Catalog>;

// Makes catalogs of one store. One thread at a time, but for Run.
class CatalogBuilder {
 public:
  // Bases are kept beside the store at `store_path`. `source` outlives the builder.
  CatalogBuilder(const records::Register* source, const std::string& store_path)
      : source_(source), maker_(source, store_path) {}

  // The catalog of the store as it is now. Costs little where little has changed since the
  // last call; builds bases where there are none. kUnavailable when stopped meanwhile.
  base::Result<CatalogPointer> Advance(const std::stop_token& stop);
  // The commit of the last catalog.
  store::CommitId position() const { return position_; }

  // Work that is best done beside the serving of requests.
  struct Merge {
    model::Kind kind = model::Kind::kEntity;
    KindState since;
  };
  std::optional<Merge> WantedMerge() const;
  // Any thread, beside the other functions.
  base::Result<Level> Run(const Merge& merge, const std::stop_token& stop) const;
  // Before the next Advance.
  void Install(model::Kind kind, Level level);

  // Brings the file of one kind's base up to date, for the next start.
  base::Status KeepBase(model::Kind kind);
  // The layers of the state in `view` upon the base that is kept. kNotFound where there is
  // none that can be used.
  base::Result<search::Layers> LayersUponKept(records::View* view, model::Kind kind) const;

 private:
  std::optional<LayerStack>& StackOf(model::Kind kind) {
    return stacks_[static_cast<std::size_t>(kind)];
  }
  base::Result<LayerStack> OpenStack(records::View* view, model::Kind kind) const;
  base::Result<LayerStack> OpenOrBuildStack(model::Kind kind, const std::stop_token& stop) const;
  base::Status OpenOrBuildStacks(const std::stop_token& stop);
  base::Result<bool> TryAdvance(records::View* view, model::Kind kind, LayerStack* stack) const;
  base::Result<bool> LayChanges(records::View* view, model::Kind kind, LayerStack* stack) const;

  const records::Register* source_;
  SegmentMaker maker_;
  std::array<std::optional<LayerStack>, model::kKinds.size()> stacks_;
  store::CommitId position_;
};

}  // namespace orgreg::app
