// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/catalog_watcher.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"
#include "model/kind.h"

namespace orgreg::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A change must be visible within 100 ms of its acknowledgement, and indexing gets most of that
// time.
constexpr milliseconds kPollInterval(10);
// After failures: twice as long each time, up to this.
constexpr milliseconds kLongestPause(500);
// Between two attempts to update a kind that is behind.
constexpr seconds kBehindInterval(1);
// After a failed merge, which may have cost as much as a successful one: a full disk is not emptied
// at once. If answers wait for it, sooner.
constexpr seconds kMergeInterval(30);
constexpr seconds kNeededMergeInterval(1);
constexpr seconds kLogInterval(10);
// Light enough that it soon gives way, and heavy enough that changes are seen on a busy machine
// (decisions/0039).
constexpr int kNiceness = 10;

}  // namespace

CatalogWatcher::CatalogWatcher(const records::Register* source, CatalogBuilder* builder,
                               Visibility* visibility, Publish publish,
                               std::function<void()> damaged)
    : source_(source),
      builder_(builder),
      visibility_(visibility),
      publish_(std::move(publish)),
      damaged_(std::move(damaged)),
      mergers_{Merger(builder), Merger(builder)},
      pause_(kPollInterval),
      failure_log_(kLogInterval),
      thread_(
          base::StartGuarded("indexing", [this](const std::stop_token& stop) { Watch(stop); })) {}

void CatalogWatcher::Watch(const std::stop_token& stop) {
  base::GiveWay(kNiceness);
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait_for(lock, stop, pause_, [] { return false; });
    if (stop.stop_requested()) return;
    FreeUnused();
    builder_->LookForChange();
    const bool is_well = Follow(stop);
    for (Merger& merger : mergers_) TakeMerged(&merger, stop);
    BeginMerges();
    pause_ = is_well ? Clock::duration(kPollInterval)
                     : std::min<Clock::duration>(2 * pause_, kLongestPause);
  }
}

bool CatalogWatcher::Follow(const std::stop_token& stop) {
  const auto state = source_->State();
  if (!state) {
    visibility_->NoteBehind(Clock::now());
    if (failure_log_.Pass()) base::LogError("the store cannot be read: {}", state.error().message);
    return false;
  }
  const bool is_behind = *state != builder_->state() || builder_->is_behind();
  if (is_behind) {
    visibility_->NoteBehind(Clock::now());
  } else {
    visibility_->NoteShown(Clock::now());
  }
  const bool is_old = *state != builder_->state() || is_refresh_due_;
  const bool tries_again = builder_->is_behind() && Clock::now() >= next_try_;
  return (!is_old && !tries_again) || Refresh(stop);
}

void CatalogWatcher::BeginMerges() {
  KindFlags except = {};
  const Clock::time_point now = Clock::now();
  for (std::size_t place = 0; place < except.size(); ++place)
    except[place] = now < next_merge_[place];
  for (const Merger& merger : mergers_) {
    if (merger.work()) except[static_cast<std::size_t>(merger.work()->kind)] = true;
  }
  for (Merger& merger : mergers_) {
    if (merger.work()) continue;
    const auto merge = builder_->WantedMerge(except);
    if (!merge) return;
    except[static_cast<std::size_t>(merge->kind)] = true;
    merger.BeginMerge(*merge);
  }
}

void CatalogWatcher::TakeMerged(Merger* merger, const std::stop_token& stop) {
  auto done = merger->TakeDone();
  if (!done || stop.stop_requested()) return;
  const CatalogBuilder::Merge& merge = done->merge;
  if (!done->made) {
    base::LogError("no merge of {}: {}", model::RowOf(merge.kind).many, done->made.error().message);
    if (done->made.error().code == base::Code::kCorrupt) damaged_();
    next_merge_[static_cast<std::size_t>(merge.kind)] =
        Clock::now() + (merge.is_needed ? kNeededMergeInterval : kMergeInterval);
    return;
  }
  is_refresh_due_ = true;
  builder_->InstallSegment(merge.kind, std::move(done->made).value());
}

// Requests may hold a catalog for as long as they like. Without this, the last of them would free
// it.
void CatalogWatcher::FreeUnused() {
  std::erase_if(published_, [](const CatalogPointer& catalog) { return catalog.use_count() == 1; });
}

// If it fails, the earlier state is still served.
bool CatalogWatcher::Refresh(const std::stop_token& stop) {
  const auto start = Clock::now();
  next_try_ = start + kBehindInterval;
  is_refresh_due_ = true;
  auto catalog = builder_->Advance(stop);
  if (stop.stop_requested()) return false;
  if (!catalog) {
    if (failure_log_.Pass())
      base::LogError("the register stays as it was: {}", catalog.error().message);
    return false;
  }
  published_.push_back(*catalog);
  publish_(std::move(catalog).value());
  visibility_->NotePublished();
  if (!builder_->is_behind()) visibility_->NoteShown(Clock::now());
  is_refresh_due_ = false;
  const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
  base::LogDebug("commit {} is served after {:.1f} ms", builder_->position().value, taken.count());
  return true;
}

}  // namespace orgreg::app
