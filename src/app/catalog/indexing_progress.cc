// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/indexing_progress.h"

#include <unistd.h>

#include <algorithm>

#include "base/log.h"

namespace orgreg::app {
namespace {

constexpr std::uint64_t kStepsBetweenLooks = 4096;
constexpr std::chrono::seconds kBetweenLines(10);

}  // namespace

IndexingProgress::Job::Job(IndexingProgress* progress, std::uint64_t records)
    : progress_(progress) {
  progress_->Begin(records);
}

IndexingProgress::Job::~Job() { progress_->End(); }

void IndexingProgress::Job::Step() {
  if (++steps_ % kStepsBetweenLooks == 0) progress_->Add(kStepsBetweenLooks);
}

void IndexingProgress::Begin(std::uint64_t records) {
  const std::scoped_lock lock(mutex_);
  if (jobs_ == 0) {
    bar_ = std::make_unique<ProgressBar>("indexing");
    records_ = 0;
    done_ = 0;
    start_ = Clock::now();
    last_told_ = start_;
  }
  ++jobs_;
  records_ += records;
}

void IndexingProgress::Add(std::uint64_t records) {
  const std::scoped_lock lock(mutex_);
  done_ += records;
  const auto share = static_cast<double>(done_) / static_cast<double>(std::max(records_, done_));
  bar_->Show(done_, share);
  const Clock::time_point now = Clock::now();
  if (isatty(STDERR_FILENO) == 1 || now - last_told_ < kBetweenLines) return;
  last_told_ = now;
  const std::chrono::duration<double> elapsed = now - start_;
  base::LogInfo("indexing: {} of {} records, {}", done_, records_,
                Pace::Of(done_, share, elapsed.count()).ToText());
}

void IndexingProgress::End() {
  const std::scoped_lock lock(mutex_);
  if (--jobs_ == 0) bar_.reset();
}

}  // namespace orgreg::app
