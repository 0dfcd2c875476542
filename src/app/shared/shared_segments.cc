// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_segments.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <sstream>
#include <utility>

#include "app/shared/named_blobs.h"
#include "base/files/descriptor.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"
#include "formats/sha256.h"
#include "model/registers/documents.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr const char* kText = "segments";
constexpr std::string_view kHead = "orgreg segments 1\n";
constexpr mode_t kFileMode = 0600;
constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

std::string NameOf(const SharedSegment& segment) {
  return blobs::BlobName(blobs::kSegments, segment.sha256);
}

std::optional<model::Kind> KindOf(std::string_view many) {
  const auto* const row = std::ranges::find(model::kKindRows, many, &model::KindRow::many);
  if (row == model::kKindRows.end()) return std::nullopt;
  return row->kind;
}

// The build has a space, so it comes last.
std::optional<SharedSegment> ParseLine(const std::string& line) {
  std::istringstream fields(line);
  std::string kind;
  SharedSegment segment;
  fields >> kind >> segment.codes >> segment.state.commit.value >> segment.state.contents.rows >>
      segment.state.contents.fingerprint >> segment.state.last_change >> segment.sha256 >>
      segment.size_bytes >> std::ws;
  std::getline(fields, segment.build);
  const auto known = KindOf(kind);
  if (fields.fail() || !known || !model::IsSha256(segment.sha256)) return std::nullopt;
  segment.kind = *known;
  return segment;
}

Result<std::string> Sha256Of(const std::string& path, std::uint64_t* size_bytes) {
  const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY);
  if (!file.is_open()) return base::OpenError(path, errno);
  formats::Sha256 sum;
  std::vector<char> piece(kPieceBytes);
  while (true) {
    const ssize_t count = base::ReadSome(file.number(), piece);
    if (count < 0) return base::IoError(path, "cannot be read", errno);
    if (count == 0) return sum.Finish();
    *size_bytes += static_cast<std::uint64_t>(count);
    sum.Add(std::string_view(piece.data(), static_cast<std::size_t>(count)));
  }
}

template <typename Do>
Status Change(store::Cluster* cluster, const Do& change) {
  return cluster->ChangeText(
      kText, [&change](const std::optional<store::SharedText>& before) -> Result<std::string> {
        auto segments = before ? ParseSharedSegments(before->text) : std::vector<SharedSegment>();
        change(&segments);
        return ToText(segments);
      });
}

}  // namespace

std::string ToText(const std::vector<SharedSegment>& segments) {
  std::string text(kHead);
  for (const SharedSegment& each : segments) {
    text += fmt::format("{} {} {} {} {} {} {} {} {}\n", model::RowOf(each.kind).many, each.codes,
                        each.state.commit.value, each.state.contents.rows,
                        each.state.contents.fingerprint, each.state.last_change, each.sha256,
                        each.size_bytes, each.build);
  }
  return text;
}

std::vector<SharedSegment> ParseSharedSegments(std::string_view text) {
  std::vector<SharedSegment> segments;
  if (!text.starts_with(kHead)) return segments;
  std::istringstream lines{std::string(text.substr(kHead.size()))};
  std::string line;
  while (std::getline(lines, line)) {
    if (auto segment = ParseLine(line)) segments.push_back(std::move(*segment));
  }
  return segments;
}

Result<std::vector<SharedSegment>> ReadSharedSegments(store::Cluster* cluster) {
  const auto shared = TRY(cluster->ReadText(kText, 0));
  return shared ? ParseSharedSegments(shared->text) : std::vector<SharedSegment>();
}

Status NameSharedSegment(store::Cluster* cluster, const SharedSegment& segment) {
  return Change(cluster, [&segment](std::vector<SharedSegment>* segments) {
    std::erase_if(*segments, [&segment](const SharedSegment& each) {
      return each.build == segment.build && each.kind == segment.kind;
    });
    segments->push_back(segment);
  });
}

Status DropSharedSegments(store::Cluster* cluster, const std::vector<std::string>& sums) {
  return Change(cluster, [&sums](std::vector<SharedSegment>* segments) {
    std::erase_if(*segments, [&sums](const SharedSegment& each) {
      return std::ranges::find(sums, each.sha256) != sums.end();
    });
  });
}

// A base never changes, but another one may take its name.
Result<SharedSegment> PutSegment(blobs::Blobs* blobs, SharedSegment segment,
                                 const std::string& path) {
  const std::string before = base::MarkOf(path);
  segment.size_bytes = 0;
  segment.sha256 = TRY(Sha256Of(path, &segment.size_bytes));
  TRY(blobs->Put(NameOf(segment), path));
  if (base::MarkOf(path) == before) return segment;
  return Error{Code::kUnavailable, "was replaced meanwhile"}.At(path);
}

Status TakeSegment(blobs::Blobs* blobs, const SharedSegment& segment, const std::string& path,
                   const std::stop_token& stop) {
  auto file = TRY(base::NewFile::Begin(path, kFileMode));
  TRY(GetChecked(blobs, NameOf(segment), segment.size_bytes, [&](std::string_view piece) -> Status {
    if (stop.stop_requested()) return Error{Code::kUnavailable, "stopped"};
    if (base::WriteAll(file.descriptor(), piece)) return {};
    return base::IoError(path, "cannot be written", errno);
  }));
  return file.Place();
}

Result<bool> SweepSegments(blobs::Blobs* blobs, const std::vector<SharedSegment>& named) {
  const auto is_named = [&named](std::string_view name) {
    return std::ranges::any_of(named,
                               [name](const SharedSegment& each) { return NameOf(each) == name; });
  };
  return SweepUnnamed(blobs, blobs::kSegments, is_named, kKeptSegments);
}

}  // namespace orgreg::app
