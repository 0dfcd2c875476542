// SPDX-License-Identifier: EUPL-1.2

// OpenKept uses the kept bases, BuildMissing builds those that do not exist. Advance brings the
// stacks of all kinds to the store's present state, and Join makes a catalog of them. Merges are
// chosen here and run on other threads.

#include "app/catalog/catalog_builder.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/log.h"
#include "base/threads/run_beside.h"
#include "model/kind.h"
#include "search/file/mapped_reads.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

std::size_t PlaceOf(model::Kind kind) { return static_cast<std::size_t>(kind); }

}  // namespace

// The kept base, if later changes can become layers above it.
Result<LayerStack> CatalogBuilder::OpenStack(records::View* view, model::Kind kind,
                                             Extent extent) const {
  const search::ReadWatch reads;
  auto base = TRY(maker_.OpenBase(kind));
  LayerStack stack(std::move(base));
  try {
    auto advanced = TRY(LayChanges(view, kind, extent, &stack));
    if (!advanced) return Error{Code::kNotFound, "the index is of another state"};
    if (reads.has_failed()) return Error{Code::kCorrupt, "the index was truncated"};
    return stack;
  } catch (const search::DamagedBlock& damage) {
    return Error{Code::kCorrupt, damage.what()};
  }
}

Result<LayerStack> CatalogBuilder::OpenOrBuildStack(model::Kind kind, SegmentMaker::Place place,
                                                    const std::stop_token& stop) const {
  auto view = TRY(source_->Read());
  auto kept = OpenStack(&view, kind, Extent::kSmallShare);
  if (kept) return kept;
  if (kept.error().code != Code::kNotFound)
    base::LogWarning("{}; it is rebuilt", kept.error().message);
  auto base = TRY(maker_.BuildBase(kind, place, SegmentMaker::Pace::kReadAhead, stop));
  return LayerStack(std::move(base));
}

Result<CatalogPointer> CatalogBuilder::OpenKept(const std::stop_token& stop) {
  TRY(source_->InstallCodeLists());
  auto view = TRY(source_->Read());
  bool is_whole = true;
  bool is_foreign = false;
  for (const model::Kind kind : model::kKinds) {
    // Many changes as a layer still take only a part of the time of another base.
    auto stack = OpenStack(&view, kind, Extent::kLayer);
    is_whole = is_whole && stack;
    // The code that builds another base notices, and logs, why this one cannot be used.
    if (!stack) continue;
    is_foreign = is_foreign || stack->is_foreign();
    StackOf(kind) = std::move(stack).value();
  }
  if (is_foreign)
    base::LogInfo(
        "another build of the program made the index; it is served until this one has its own");
  if (!is_whole) return CatalogPointer();
  return Advance(stop);
}

// Builds the bases of the kinds that have no stack at all, all at the same time.
Status CatalogBuilder::BuildMissing(const std::stop_token& stop) {
  std::vector<std::function<Status()>> tasks;
  for (const model::Kind kind : model::kKinds) {
    if (StackOf(kind)) continue;
    tasks.emplace_back([this, kind, &stop]() -> Status {
      auto stack = TRY(OpenOrBuildStack(kind, SegmentMaker::Place::kFileOrMemory, stop));
      StackOf(kind) = std::move(stack);
      return {};
    });
  }
  return base::RunBeside(tasks);
}

// False if the changes are unknown, are too many or meet a damaged base; a new base is then needed,
// and `stack` must not be used.
Result<bool> CatalogBuilder::TryAdvance(records::View* view, model::Kind kind,
                                        LayerStack* stack) const {
  if (!stack->IsMadeWith(CodesOf(kind))) return false;
  const search::ReadWatch reads;
  try {
    auto advanced = LayChanges(view, kind, Extent::kLayer, stack);
    if (!advanced || !*advanced) return advanced;
    return !reads.has_failed() && stack->IsMadeWith(CodesOf(kind));
  } catch (const search::DamagedBlock&) {
    return false;
  }
}

Result<bool> CatalogBuilder::LayChanges(records::View* view, model::Kind kind, Extent extent,
                                        LayerStack* stack) const {
  const KindState now = StateOf(*view, kind);
  if (now.contents == stack->state().contents) {
    stack->MoveTo(now);
    return true;
  }
  const auto changed_since = [&](const KindState& since) {
    return view->ChangedSince(kind, since.commit, since.contents);
  };
  KindState since = stack->state();
  auto numbers = changed_since(since);
  if (!numbers) return std::move(numbers).error();
  if (!*numbers) return false;
  const std::size_t count = (*numbers)->size();
  if (extent == Extent::kLayer ? stack->IsBeyondALayer(count) : stack->IsTooMany(count))
    return false;
  const KindState beginning = stack->BeginningOfNext(count);
  if (beginning.commit != since.commit) {
    since = beginning;
    numbers = changed_since(since);
    if (!numbers) return std::move(numbers).error();
    if (!*numbers) return false;
  }
  auto made = TRY(maker_.BuildUpper(view, kind, since, **numbers));
  stack->PutSegment(std::move(made), LayerStack::Clock::now());
  return true;
}

Result<CatalogPointer> CatalogBuilder::Advance(const std::stop_token& stop) {
  TRY(source_->InstallCodeLists());
  TRY(BuildMissing(stop));
  auto view = TRY(source_->Read());
  // The lists are those of the view or newer ones, never older ones.
  TRY(source_->InstallCodeLists());
  // All kinds are brought to one state, so that a batch is seen whole or not at all; except for
  // those that cannot follow.
  Stacks next;
  KindFlags needs_base = {};
  for (const model::Kind kind : model::kKinds) {
    LayerStack stack = *StackOf(kind);
    auto advanced = TryAdvance(&view, kind, &stack);
    // If the store's records of one kind cannot be read, the other kinds still follow. Every other
    // failure is a temporary shortage.
    if (!advanced && advanced.error().code != Code::kCorrupt) return std::move(advanced).error();
    if (!advanced) base::LogError("{}", advanced.error().message);
    const bool is_advanced = advanced && *advanced;
    needs_base[PlaceOf(kind)] = advanced && !is_advanced;
    next[PlaceOf(kind)] = is_advanced ? std::move(stack) : *StackOf(kind);
  }
  auto catalog = Join(&view, next);
  if (!catalog) return catalog;
  stacks_ = std::move(next);
  needs_base_ = needs_base;
  state_ = view.state();
  return catalog;
}

Result<CatalogPointer> CatalogBuilder::Join(records::View* view, const Stacks& stacks) const {
  const auto state_of = [](const std::optional<LayerStack>& stack) { return stack->state(); };
  const KindState oldest = std::ranges::min(stacks, {}, [&](const auto& stack) {
                             return state_of(stack).commit;
                           })->state();
  search::Catalog::State state{.commit = oldest.commit.value, .last_change = oldest.last_change};
  const auto fingerprint = TRY(view->Fingerprint(oldest.commit));
  state.fingerprint = fingerprint;
  search::Catalog::LayersByKind layers;
  for (std::size_t place = 0; place < stacks.size(); ++place) {
    layers[place] = stacks[place]->layers();
    state.ahead[place] = state_of(stacks[place]).last_change - oldest.last_change;
  }
  return std::make_shared<const search::Catalog>(std::move(layers), state);
}

bool CatalogBuilder::is_behind() const {
  return std::ranges::any_of(
      stacks_, [this](const auto& stack) { return stack && stack->state().commit != position(); });
}

void CatalogBuilder::LookForChange() const {
  for (const auto& stack : stacks_) {
    if (stack) stack->LookForChange();
  }
}

std::optional<CatalogBuilder::Merge> CatalogBuilder::WantedMerge(const KindFlags& except) const {
  std::optional<Merge> wanted;
  for (const model::Kind kind : model::kKinds) {
    const auto& stack = stacks_[PlaceOf(kind)];
    if (!stack || except[PlaceOf(kind)]) continue;
    if (needs_base_[PlaceOf(kind)] || stack->is_damaged()) {
      return Merge{.kind = kind, .since = {}, .is_needed = true};
    }
    if (wanted) continue;
    if (const auto since = stack->WantedMerge(LayerStack::Clock::now()))
      wanted = Merge{.kind = kind, .since = *since};
  }
  return wanted;
}

Result<MadeSegment> CatalogBuilder::RunMerge(const Merge& merge,
                                             const std::stop_token& stop) const {
  if (merge.since.commit.value == 0) {
    using Keep = SegmentMaker::Place;
    // The processors are for requests.
    return maker_.BuildBase(merge.kind, merge.is_needed ? Keep::kFileOrMemory : Keep::kFile,
                            SegmentMaker::Pace::kOneThread, stop);
  }
  auto view = TRY(source_->Read());
  auto numbers = TRY(view.ChangedSince(merge.kind, merge.since.commit, merge.since.contents));
  // A bulk load happened meanwhile: a new base will replace the layers anyway.
  if (!numbers) return Error{Code::kUnavailable, "the layers are out of date"};
  return maker_.BuildUpper(&view, merge.kind, merge.since, *numbers);
}

void CatalogBuilder::InstallSegment(model::Kind kind, MadeSegment made) {
  auto& stack = StackOf(kind);
  const bool is_base = made.since.commit.value == 0;
  // A base with other lists is used as well: the current one may be worse.
  if (!stack || (!is_base && made.codes != CodesOf(kind))) return;
  const search::ReadWatch reads;
  LayerStack next = *stack;
  try {
    next.PutSegment(made, LayerStack::Clock::now());
    if (!reads.has_failed()) *stack = std::move(next);
  } catch (const search::DamagedBlock&) {
    // The layers above it cannot be read either: their changes become new layers.
    if (is_base) stack = LayerStack(std::move(made));
  }
  if (is_base) needs_base_[PlaceOf(kind)] = false;
}

Status CatalogBuilder::KeepBase(model::Kind kind) {
  TRY(source_->InstallCodeLists());
  TRY(OpenOrBuildStack(kind, SegmentMaker::Place::kFile, {}));
  return {};
}

Result<search::Layers> CatalogBuilder::LayersUponKept(records::View* view, model::Kind kind) const {
  auto stack = TRY(OpenStack(view, kind, Extent::kSmallShare));
  return stack.layers();
}

}  // namespace orgreg::app
