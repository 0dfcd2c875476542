#include "app/segment_maker.h"

#include <malloc.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <utility>

namespace orgreg::app {
namespace {

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

KindState StateOf(const records::View& view, model::Kind kind) {
  return {.commit = view.position(), .contents = view.Describe(kind)};
}

SegmentMaker::SegmentMaker(const records::Register* source, std::string store_path)
    : source_(source), store_path_(std::move(store_path)), program_(FingerprintOfProgram()) {}

std::string SegmentMaker::PathOf(model::Kind kind) const {
  return store_path_ +
         (kind == model::Kind::kEntity ? ".entities.segment" : ".sub-entities.segment");
}

base::Result<Level> SegmentMaker::OpenBase(model::Kind kind) const {
  auto file = search::SegmentFile::Open(PathOf(kind));
  if (!file) return std::move(file).error();
  const search::SegmentIdentity identity = (*file)->identity();
  if (identity.layout != search::LayoutOf(kind, program_) ||
      identity.kind != static_cast<std::uint64_t>(kind)) {
    return base::Error{base::Code::kNotFound, PathOf(kind) + ": was made by another build"};
  }
  auto segment = search::Segment::Open(kind, std::move(file).value());
  if (!segment) return std::move(segment).error();
  const KindState until{.commit = {static_cast<std::int64_t>(identity.commit)},
                        .contents = {.rows = identity.rows, .fingerprint = identity.fingerprint}};
  return Level{.segment = std::move(segment).value(), .since = {}, .until = until};
}

base::Result<Level> SegmentMaker::BuildBase(model::Kind kind, const std::stop_token& stop) const {
  const auto start = std::chrono::steady_clock::now();
  auto view = source_->Read();
  if (!view) return std::move(view).error();
  const std::filesystem::path folder = std::filesystem::absolute(store_path_).parent_path();
  const bool can_keep = access(folder.c_str(), W_OK) == 0;
  search::SegmentBuilder builder(kind, can_keep ? PathOf(kind) : "");
  base::Status status = view->Scan(kind, [&](const model::Unit& unit) -> base::Status {
    if (stop.stop_requested()) return base::Error{base::Code::kUnavailable, "stopped"};
    builder.Add(unit);
    return {};
  });
  if (!status) return std::move(status).error();
  const KindState until = StateOf(*view, kind);
  auto segment = std::move(builder).Build({.layout = search::LayoutOf(kind, program_),
                                           .kind = static_cast<std::uint64_t>(kind),
                                           .commit = static_cast<std::uint64_t>(until.commit.value),
                                           .rows = until.contents.rows,
                                           .fingerprint = until.contents.fingerprint});
  if (!segment) return std::move(segment).error();
  // What the builder took, several hundred megabytes, is not needed again soon.
  malloc_trim(0);
  spdlog::info("{} records indexed in {:.1f} s", (*segment)->size(), SecondsSince(start));
  return Level{.segment = std::move(segment).value(), .since = {}, .until = until};
}

base::Result<Level> SegmentMaker::BuildLevel(records::View* view, model::Kind kind,
                                             const KindState& since,
                                             std::span<const base::OrgNumber> numbers) const {
  search::SegmentBuilder builder(kind, "");
  base::Status status = view->Visit(kind, numbers, [&](const model::Unit& unit) -> base::Status {
    builder.Add(unit);
    return {};
  });
  if (!status) return std::move(status).error();
  auto segment = std::move(builder).Build({});
  if (!segment) return std::move(segment).error();
  return Level{
      .segment = std::move(segment).value(), .since = since, .until = StateOf(*view, kind)};
}

}  // namespace orgreg::app
