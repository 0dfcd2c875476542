#include "app/catalog_watcher.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/log.h"

namespace orgreg::app {
namespace {

// A change is to be seen within 100 ms of its acknowledgement, most of it left to the index.
constexpr std::chrono::milliseconds kPollInterval(10);
// After a failure, which may have cost as much as a success: a full disk is not emptied at
// once.
constexpr std::chrono::seconds kRetryInterval(30);

}  // namespace

CatalogWatcher::CatalogWatcher(const records::Register* source, CatalogBuilder* builder,
                               Publish publish)
    : source_(source),
      builder_(builder),
      publish_(std::move(publish)),
      thread_([this](const std::stop_token& stop) { Watch(stop); }) {}

void CatalogWatcher::Watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  bool is_well = true;
  while (!stop.stop_requested()) {
    changed.wait_for(lock, stop, is_well ? kPollInterval : kRetryInterval, [] { return false; });
    is_well = Follow(stop) && Tend(stop);
  }
}

bool CatalogWatcher::Follow(const std::stop_token& stop) {
  const auto position = source_->Position();
  if (!position) {
    base::LogError("the store cannot be read: {}", position.error().message);
    return false;
  }
  return *position == builder_->position() || Refresh(stop);
}

// Takes in a merge that is done, and begins one that is wanted.
bool CatalogWatcher::Tend(const std::stop_token& stop) {
  if (!work_) {
    if (std::chrono::steady_clock::now() < next_merge_) return true;
    const auto merge = builder_->WantedMerge();
    if (!merge) return true;
    work_ = Work{.kind = merge->kind,
                 .level = std::async(std::launch::async, [this, merge = *merge, stop] {
                   return builder_->Run(merge, stop);
                 })};
    return true;
  }
  if (work_->level.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return true;
  auto level = work_->level.get();
  const model::Kind kind = std::exchange(work_, std::nullopt)->kind;
  if (!level) {
    if (!stop.stop_requested()) base::LogError("no merge: {}", level.error().message);
    next_merge_ = std::chrono::steady_clock::now() + kRetryInterval;
    return true;
  }
  builder_->Install(kind, std::move(level).value());
  return Refresh(stop);
}

// Where it fails, the state before goes on being served.
bool CatalogWatcher::Refresh(const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  auto catalog = builder_->Advance(stop);
  if (stop.stop_requested()) return false;
  if (!catalog) {
    base::LogError("the register stays as it was: {}", catalog.error().message);
    return false;
  }
  publish_(std::move(catalog).value());
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  base::LogDebug("commit {} is served after {:.1f} ms", builder_->position().value, taken.count());
  return true;
}

}  // namespace orgreg::app
