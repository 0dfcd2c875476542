#include "app/catalog_builder.h"

#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <mutex>

namespace orgreg::app {
namespace {

constexpr std::chrono::milliseconds kPollInterval(250);
// After a failed build, which cost as much as a good one: a full disk is not emptied at once.
constexpr std::chrono::seconds kRetryInterval(30);

// Size and time of the executable: another build may render or index otherwise.
std::uint64_t FingerprintOfProgram() {
  struct stat status = {};
  if (stat("/proc/self/exe", &status) != 0) return 0;
  return static_cast<std::uint64_t>(status.st_size) * 1'000'003 +
         static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'007 +
         static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

CatalogBuilder::CatalogBuilder(const records::Register* source, std::string store_path)
    : source_(source), store_path_(std::move(store_path)), program_(FingerprintOfProgram()) {}

std::string CatalogBuilder::PathOf(model::Kind kind) const {
  return store_path_ +
         (kind == model::Kind::kEntity ? ".entities.segment" : ".sub-entities.segment");
}

search::SegmentIdentity CatalogBuilder::IdentityOf(const records::View& view,
                                                   model::Kind kind) const {
  const store::Contents contents = view.Describe(kind);
  return {.layout = search::LayoutOf(kind, program_),
          .kind = static_cast<std::uint64_t>(kind),
          .rows = contents.rows,
          .fingerprint = contents.fingerprint};
}

base::Result<CatalogBuilder::SegmentPointer> CatalogBuilder::BuildSegment(
    records::View* view, model::Kind kind, const std::stop_token& stop) const {
  const auto start = std::chrono::steady_clock::now();
  const std::filesystem::path folder = std::filesystem::absolute(store_path_).parent_path();
  const bool can_keep = access(folder.c_str(), W_OK) == 0;
  search::SegmentBuilder builder(kind, can_keep ? PathOf(kind) : "");
  base::Status status = view->Scan(kind, [&](const model::Unit& unit) -> base::Status {
    if (stop.stop_requested()) return base::Error{base::Code::kUnavailable, "stopped"};
    builder.Add(unit);
    return {};
  });
  if (!status) return std::move(status).error();
  auto segment = std::move(builder).Build(IdentityOf(*view, kind));
  if (segment)
    spdlog::info("{} records indexed in {:.1f} s", (*segment)->size(), SecondsSince(start));
  return segment;
}

base::Result<CatalogBuilder::SegmentPointer> CatalogBuilder::OpenKept(const records::View& view,
                                                                      model::Kind kind) const {
  auto file = search::SegmentFile::Open(PathOf(kind));
  if (!file) return std::move(file).error();
  if ((*file)->identity() != IdentityOf(view, kind)) {
    return base::Error{base::Code::kNotFound,
                       PathOf(kind) + ": was made of another state or by another build"};
  }
  return search::Segment::Open(kind, std::move(file).value());
}

base::Result<CatalogBuilder::Made> CatalogBuilder::MakeSegment(model::Kind kind,
                                                               const CatalogPointer& current,
                                                               const std::stop_token& stop) const {
  auto view = source_->Read();
  if (!view) return std::move(view).error();
  const search::SegmentIdentity identity = IdentityOf(*view, kind);
  const bool is_damaged = current != nullptr && current->is_damaged();
  if (current != nullptr && !is_damaged && current->SegmentOf(kind)->identity() == identity) {
    return Made{current->SegmentOf(kind), view->position()};
  }
  if (!is_damaged) {
    auto kept = OpenKept(*view, kind);
    if (kept) return Made{std::move(kept).value(), view->position()};
    if (kept.error().code != base::Code::kNotFound) {
      spdlog::warn("{}; it is made anew", kept.error().message);
    }
  }
  auto segment = BuildSegment(&*view, kind, stop);
  if (!segment) return std::move(segment).error();
  return Made{std::move(segment).value(), view->position()};
}

base::Result<CatalogPointer> CatalogBuilder::BuildOnce(const CatalogPointer& current,
                                                       const std::stop_token& stop,
                                                       bool* is_whole) const {
  auto sub_entities = std::async(
      std::launch::async, [&] { return MakeSegment(model::Kind::kSubEntity, current, stop); });
  auto entities = MakeSegment(model::Kind::kEntity, current, stop);
  auto others = sub_entities.get();
  if (!entities) return std::move(entities).error();
  if (!others) return std::move(others).error();
  *is_whole = entities->position == others->position;
  return CatalogPointer(std::make_shared<search::Catalog>(entities->segment, others->segment));
}

base::Result<CatalogPointer> CatalogBuilder::Build(const CatalogPointer& current,
                                                   const std::stop_token& stop) {
  bool is_whole = false;
  auto catalog = BuildOnce(current, stop, &is_whole);
  // A commit came between the two: what it did not change is taken over.
  while (catalog && !is_whole) {
    const CatalogPointer halfway = *catalog;
    catalog = BuildOnce(halfway, stop, &is_whole);
  }
  return catalog;
}

base::Status CatalogBuilder::WriteSegment(model::Kind kind) {
  auto segment = MakeSegment(kind, nullptr, {});
  if (!segment) return std::move(segment).error();
  return {};
}

CatalogWatcher::CatalogWatcher(const records::Register* source, CatalogBuilder* builder,
                               store::CommitId position, CatalogPointer current, Publish publish)
    : source_(source),
      builder_(builder),
      position_(position),
      current_(std::move(current)),
      publish_(std::move(publish)),
      thread_([this](const std::stop_token& stop) { Watch(stop); }) {}

void CatalogWatcher::Watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  std::chrono::milliseconds pause = kPollInterval;
  while (!stop.stop_requested()) {
    changed.wait_for(lock, stop, pause, [] { return false; });
    pause = kPollInterval;
    const auto position = source_->Position();
    if (!position) {
      spdlog::error("the store cannot be read: {}", position.error().message);
      pause = kRetryInterval;
      continue;
    }
    const bool is_damaged = current_->is_damaged();
    if (*position == position_ && !is_damaged) continue;
    if (is_damaged) spdlog::error("a segment is damaged and is made anew");
    if (!stop.stop_requested() && !Refresh(*position, stop)) pause = kRetryInterval;
  }
}

// False where the state before goes on being served; the commit is then tried again.
bool CatalogWatcher::Refresh(store::CommitId position, const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  auto catalog = builder_->Build(current_, stop);
  if (stop.stop_requested()) return false;
  if (!catalog) {
    spdlog::error("the register stays as it was: {}", catalog.error().message);
    return false;
  }
  position_ = position;
  current_ = std::move(catalog).value();
  publish_(current_);
  spdlog::info("commit {} is served after {:.1f} s", position_.value, SecondsSince(start));
  return true;
}

}  // namespace orgreg::app
