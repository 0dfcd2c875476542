#include "app/catalog_builder.h"

#include <algorithm>
#include <future>
#include <utility>

#include "base/log.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The kept base, where what changed since can be laid upon it.
Result<LayerStack> CatalogBuilder::OpenStack(records::View* view, model::Kind kind) const {
  auto base = maker_.OpenBase(kind);
  if (!base) return std::move(base).error();
  LayerStack stack(std::move(base).value());
  try {
    auto advanced = LayChanges(view, kind, &stack);
    if (!advanced) return std::move(advanced).error();
    if (!*advanced) return Error{Code::kNotFound, "the index is of another state"};
    return stack;
  } catch (const search::DamagedBlock& damage) {
    return Error{Code::kCorrupt, damage.what()};
  }
}

Result<LayerStack> CatalogBuilder::OpenOrBuildStack(model::Kind kind,
                                                    const std::stop_token& stop) const {
  auto view = source_->Read();
  if (!view) return std::move(view).error();
  auto kept = OpenStack(&*view, kind);
  if (kept) return kept;
  if (kept.error().code != Code::kNotFound)
    base::LogWarning("{}; it is made anew", kept.error().message);
  auto base = maker_.BuildBase(kind, stop);
  if (!base) return std::move(base).error();
  return LayerStack(std::move(base).value());
}

// Those that are missing, beside each other.
Status CatalogBuilder::OpenOrBuildStacks(const std::stop_token& stop) {
  std::vector<std::pair<model::Kind, std::future<Result<LayerStack>>>> missing;
  for (const model::Kind kind : model::kKinds) {
    if (StackOf(kind)) continue;
    missing.emplace_back(kind, std::async(std::launch::async, [this, kind, &stop] {
                           return OpenOrBuildStack(kind, stop);
                         }));
  }
  Status status;
  for (auto& [kind, future] : missing) {
    auto stack = future.get();
    if (stack) {
      StackOf(kind) = std::move(stack).value();
    } else {
      status = std::move(stack).error();
    }
  }
  return status;
}

// False where the changes cannot be told, are too many or meet a damaged base; a new base is
// then needed.
Result<bool> CatalogBuilder::TryAdvance(records::View* view, model::Kind kind,
                                        LayerStack* stack) const {
  try {
    return LayChanges(view, kind, stack);
  } catch (const search::DamagedBlock&) {
    return false;
  }
}

Result<bool> CatalogBuilder::LayChanges(records::View* view, model::Kind kind,
                                        LayerStack* stack) const {
  const KindState now = StateOf(*view, kind);
  if (now.contents == stack->state().contents) {
    stack->MoveTo(now.commit);
    return true;
  }
  const auto changed_since = [&](const KindState& since) {
    return view->ChangedSince(kind, since.commit, since.contents);
  };
  KindState since = stack->state();
  auto numbers = changed_since(since);
  if (!numbers) return std::move(numbers).error();
  if (!*numbers || stack->IsTooMany((*numbers)->size())) return false;
  const KindState beginning = stack->BeginningOfNext((*numbers)->size());
  if (beginning.commit != since.commit) {
    since = beginning;
    numbers = changed_since(since);
    if (!numbers) return std::move(numbers).error();
    if (!*numbers) return false;
  }
  auto level = maker_.BuildLevel(view, kind, since, **numbers);
  if (!level) return std::move(level).error();
  stack->Put(std::move(level).value(), LayerStack::Clock::now());
  return true;
}

Result<CatalogPointer> CatalogBuilder::Advance(const std::stop_token& stop) {
  while (true) {
    if (Status status = source_->InstallCodeLists(); !status) return std::move(status).error();
    if (Status status = OpenOrBuildStacks(stop); !status) return std::move(status).error();
    // All kinds are brought to one state: a batch is seen whole or not at all.
    auto view = source_->Read();
    if (!view) return std::move(view).error();
    // The lists are those of the view or newer ones, never older ones.
    if (Status status = source_->InstallCodeLists(); !status) return std::move(status).error();
    search::Catalog::LayersByKind layers;
    for (const model::Kind kind : model::kKinds) {
      auto& stack = StackOf(kind);
      auto advanced = TryAdvance(&*view, kind, &*stack);
      if (!advanced) return std::move(advanced).error();
      if (*advanced && stack->IsMadeWith(CodesOf(kind))) {
        layers[static_cast<std::size_t>(kind)] = stack->layers();
      } else {
        stack.reset();
      }
    }
    if (!std::ranges::all_of(stacks_, [](const auto& stack) { return stack.has_value(); }))
      continue;
    position_ = view->position();
    const auto fingerprint = view->Fingerprint(position_);
    if (!fingerprint) return fingerprint.error();
    return std::make_shared<const search::Catalog>(
        std::move(layers), search::Catalog::State{.commit = position_.value,
                                                  .fingerprint = *fingerprint,
                                                  .last_change = view->last_change()});
  }
}

std::optional<CatalogBuilder::Merge> CatalogBuilder::WantedMerge() const {
  for (const model::Kind kind : model::kKinds) {
    const auto& stack = stacks_[static_cast<std::size_t>(kind)];
    if (!stack) continue;
    if (const auto since = stack->WantedMerge(LayerStack::Clock::now()))
      return Merge{.kind = kind, .since = *since};
  }
  return std::nullopt;
}

Result<Level> CatalogBuilder::Run(const Merge& merge, const std::stop_token& stop) const {
  if (merge.since.commit.value == 0) return maker_.BuildBase(merge.kind, stop);
  auto view = source_->Read();
  if (!view) return std::move(view).error();
  auto numbers = view->ChangedSince(merge.kind, merge.since.commit, merge.since.contents);
  if (!numbers) return std::move(numbers).error();
  // A bulk load came between: a new base will replace the levels anyway.
  if (!*numbers) return Error{Code::kUnavailable, "the levels are out of date"};
  return maker_.BuildLevel(&*view, merge.kind, merge.since, **numbers);
}

void CatalogBuilder::Install(model::Kind kind, Level level) {
  auto& stack = StackOf(kind);
  if (!stack || level.codes != CodesOf(kind)) return;
  try {
    stack->Put(std::move(level), LayerStack::Clock::now());
  } catch (const search::DamagedBlock&) {
    stack.reset();
  }
}

Status CatalogBuilder::KeepBase(model::Kind kind) {
  if (Status status = source_->InstallCodeLists(); !status) return status;
  auto stack = OpenOrBuildStack(kind, {});
  if (!stack) return std::move(stack).error();
  return {};
}

Result<search::Layers> CatalogBuilder::LayersUponKept(records::View* view, model::Kind kind) const {
  auto stack = OpenStack(view, kind);
  if (!stack) return std::move(stack).error();
  return stack->layers();
}

}  // namespace orgreg::app
