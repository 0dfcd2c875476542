#include "app/catalog_builder.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>

namespace orgreg::app {
namespace {

constexpr std::chrono::milliseconds kPollInterval(250);

base::Result<std::shared_ptr<const search::Segment>> BuildSegment(const records::Register& source,
                                                                  model::Kind kind,
                                                                  const std::stop_token& stop) {
  search::SegmentBuilder builder(kind);
  base::Status status = source.Scan(kind, [&](const model::Unit& unit) -> base::Status {
    if (stop.stop_requested()) return base::Error{base::Code::kUnavailable, "stopped"};
    builder.Add(unit);
    return {};
  });
  if (!status) return std::move(status).error();
  return std::move(builder).Build();
}

}  // namespace

base::Result<std::shared_ptr<const search::Catalog>> BuildCatalog(const records::Register& source,
                                                                  const std::stop_token& stop) {
  auto sub_entities = std::async(
      std::launch::async, [&] { return BuildSegment(source, model::Kind::kSubEntity, stop); });
  auto entities = BuildSegment(source, model::Kind::kEntity, stop);
  auto others = sub_entities.get();
  if (!entities) return std::move(entities).error();
  if (!others) return std::move(others).error();
  return std::shared_ptr<const search::Catalog>(
      std::make_shared<search::Catalog>(std::move(entities).value(), std::move(others).value()));
}

CatalogWatcher::CatalogWatcher(const records::Register* source, store::CommitId position,
                               Publish publish)
    : source_(source),
      position_(position),
      publish_(std::move(publish)),
      thread_([this](const std::stop_token& stop) { Watch(stop); }) {}

void CatalogWatcher::Watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    changed.wait_for(lock, stop, kPollInterval, [] { return false; });
    const auto position = source_->Position();
    if (!position) {
      spdlog::error("the store cannot be read: {}", position.error().message);
      continue;
    }
    if (*position == position_) continue;
    const auto start = std::chrono::steady_clock::now();
    auto catalog = BuildCatalog(*source_, stop);
    if (stop.stop_requested()) return;
    if (!catalog) {
      spdlog::error("the register stays as it was: {}", catalog.error().message);
      continue;
    }
    position_ = *position;
    publish_(std::move(catalog).value());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    spdlog::info("commit {} is served after {:.1f} s", position->value, elapsed.count());
  }
}

}  // namespace orgreg::app
