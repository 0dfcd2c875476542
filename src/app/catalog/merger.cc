// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/merger.h"

#include <exception>
#include <utility>

#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"

namespace orgreg::app {
namespace {

// About a tenth of the share of other threads: answers seldom wait for a merge (decisions/0039).
constexpr int kNiceness = 10;

}  // namespace

Merger::Merger(const CatalogBuilder* builder)
    : builder_(builder), thread_(base::StartGuarded("merging", [this](const std::stop_token& stop) {
        RunMerges(stop);
      })) {}

void Merger::BeginMerge(const CatalogBuilder::Merge& merge) {
  work_ = merge;
  {
    const std::lock_guard lock(mutex_);
    wanted_ = merge;
    made_.reset();
  }
  changed_.notify_one();
}

std::optional<Merger::Done> Merger::TakeDone() {
  if (!work_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!made_) return std::nullopt;
  Done done{.merge = *work_, .made = std::move(*made_)};
  made_.reset();
  work_.reset();
  return done;
}

void Merger::RunMerges(const std::stop_token& stop) {
  base::GiveWay(kNiceness);
  while (true) {
    CatalogBuilder::Merge merge;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return wanted_.has_value(); })) return;
      merge = *std::exchange(wanted_, std::nullopt);
    }
    base::Result<MadeSegment> made = MakeSegment(merge, stop);
    const std::lock_guard lock(mutex_);
    made_.emplace(std::move(made));
  }
}

base::Result<MadeSegment> Merger::MakeSegment(const CatalogBuilder::Merge& merge,
                                              const std::stop_token& stop) const {
  try {
    return builder_->RunMerge(merge, stop);
  } catch (const std::exception& exception) {
    return base::Error{base::Code::kUnavailable, exception.what()};
  }
}

}  // namespace orgreg::app
