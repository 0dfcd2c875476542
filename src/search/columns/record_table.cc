// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/record_table.h"

#include <array>
#include <cassert>
#include <span>

#include "search/file/array.h"
#include "search/file/block_guard.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

RecordTable::RecordTable(model::Kind kind, SectionReader* reader)
    : kind_(kind),
      numbers_(reader->Next<std::uint32_t>()),
      buckets_(reader->Next<std::uint32_t>()),
      ends_(reader),
      fingerprints_(reader->Next<std::uint64_t>()),
      bytes_(reader->Next<char>()) {}

RecordTable::RecordTable(model::Kind kind, SectionReader* reader, Array<char> bytes)
    : kind_(kind),
      numbers_(reader->Next<std::uint32_t>()),
      buckets_(reader->Next<std::uint32_t>()),
      ends_(reader),
      fingerprints_(reader->Next<std::uint64_t>()),
      bytes_(bytes) {}

// The bucket gives a few adjacent numbers, so a search waits for memory twice instead of at each
// halving.
std::optional<Doc> RecordTable::Find(base::OrgNumber number) const {
  if (numbers_.size() == 0) return std::nullopt;
  const std::uint32_t wanted = number.value();
  const std::uint32_t least = buckets_[0];
  if (wanted < least) return std::nullopt;
  const std::size_t bucket = kBucketHead + ((wanted - least) >> buckets_[1]);
  if (bucket + 1 >= buckets_.size()) return std::nullopt;
  std::size_t first = buckets_[bucket];
  std::span<const std::uint32_t> group = numbers_.Slice(first, buckets_[bucket + 1] - first);
  // Unevenly distributed numbers crowd in some buckets.
  while (group.size() > 2 * kBucketNumbers) {
    const std::size_t half = group.size() / 2;
    const bool is_above = group[half] <= wanted;
    first += is_above ? half : 0;
    group = is_above ? group.subspan(half) : group.first(half);
  }
  std::size_t less = 0;
  for (const std::uint32_t other : group) less += other < wanted ? 1 : 0;
  if (less == group.size() || group[less] != wanted) return std::nullopt;
  return static_cast<Doc>(first + less);
}

std::size_t RecordTable::CountUpTo(base::OrgNumber number) const {
  std::size_t low = 0;
  std::size_t high = numbers_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (numbers_[middle] > number.value()) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

render::RecordView RecordTable::Record(Doc doc) const {
  const std::size_t width = render::ByteColumnsOf(kind_).size();
  const std::size_t first = doc * width;
  // The end of the column before the record, and that of each of its own.
  std::array<std::uint64_t, render::kMostByteColumns + 1> ends = {};
  if (first == 0) {
    ends_.Read(0, std::span(ends).subspan(1, width));
  } else {
    ends_.Read(first - 1, std::span(ends).first(width + 1));
  }
  const std::uint64_t begin = ends[0];
  const std::span<const char> bytes = bytes_.Slice(begin, ends[width] - begin);
  render::RecordView::Columns columns;
  std::size_t at = 0;
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t end = ends[column + 1] - begin;
    if (end < at || end > bytes.size()) [[unlikely]] {
      ThrowDamaged();
    }
    columns[column] = {bytes.data() + at, end - at};
    at = end;
  }
  return {kind_, columns};
}

void RecordTableBuilder::Append(base::OrgNumber number, const render::RecordView& record) {
  assert(numbers_.empty() || numbers_.back() < number.value());
  numbers_.push_back(number.value());
  fingerprints_.push_back(record.served().Fingerprint());
  for (const std::string_view column : record.columns()) {
    end_ += column.size();
    ends_.push_back(end_);
    if (stream_ != nullptr) {
      stream_->Append(column);
    } else {
      bytes_.append(column);
    }
  }
}

std::vector<std::uint32_t> RecordTableBuilder::Buckets() const {
  if (numbers_.empty()) return {};
  const std::uint32_t least = numbers_.front();
  const std::uint32_t span = numbers_.back() - least;
  std::uint32_t shift = 0;
  while (span >> shift > numbers_.size() / RecordTable::kBucketNumbers) ++shift;
  std::vector<std::uint32_t> buckets = {least, shift};
  for (std::size_t row = 0; row < numbers_.size(); ++row) {
    const std::size_t bucket = (numbers_[row] - least) >> shift;
    while (buckets.size() - RecordTable::kBucketHead <= bucket)
      buckets.push_back(static_cast<std::uint32_t>(row));
  }
  buckets.push_back(static_cast<std::uint32_t>(numbers_.size()));
  return buckets;
}

void RecordTableBuilder::Write(SegmentFileWriter* writer) const {
  writer->Write(numbers_);
  writer->Write(Buckets());
  WriteNumbers(ends_, writer);
  writer->Write(fingerprints_);
  if (stream_ == nullptr) writer->Write(bytes_);
}

}  // namespace orgreg::search
