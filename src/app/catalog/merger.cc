#include "app/catalog/merger.h"

#include <exception>
#include <utility>

#include "base/threads/guarded_thread.h"

namespace orgreg::app {

Merger::Merger(const CatalogBuilder* builder)
    : builder_(builder),
      thread_(base::StartGuarded("merging", [this](const std::stop_token& stop) { Run(stop); })) {}

void Merger::Begin(const CatalogBuilder::Merge& merge) {
  work_ = merge;
  {
    const std::lock_guard lock(mutex_);
    wanted_ = merge;
    level_.reset();
  }
  changed_.notify_one();
}

std::optional<Merger::Done> Merger::Take() {
  if (!work_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!level_) return std::nullopt;
  Done done{.merge = *work_, .level = std::move(*level_)};
  level_.reset();
  work_.reset();
  return done;
}

void Merger::Run(const std::stop_token& stop) {
  while (true) {
    CatalogBuilder::Merge merge;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return wanted_.has_value(); })) return;
      merge = *std::exchange(wanted_, std::nullopt);
    }
    base::Result<Level> level = Make(merge, stop);
    const std::lock_guard lock(mutex_);
    level_.emplace(std::move(level));
  }
}

base::Result<Level> Merger::Make(const CatalogBuilder::Merge& merge,
                                 const std::stop_token& stop) const {
  try {
    return builder_->Run(merge, stop);
  } catch (const std::exception& exception) {
    return base::Error{base::Code::kUnavailable, exception.what()};
  }
}

}  // namespace orgreg::app
