#include "search/record_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cassert>

namespace orgreg::search {

RecordTable::RecordTable(SectionReader* reader)
    : numbers_(reader->Next<std::uint32_t>()),
      ends_(reader->Next<std::uint64_t>()),
      fingerprints_(reader->Next<std::uint64_t>()),
      bytes_(reader->Next<char>()) {}

RecordTable::RecordTable(SectionReader* reader, Array<char> bytes)
    : numbers_(reader->Next<std::uint32_t>()),
      ends_(reader->Next<std::uint64_t>()),
      fingerprints_(reader->Next<std::uint64_t>()),
      bytes_(bytes) {}

std::optional<Doc> RecordTable::Find(base::OrgNumber number) const {
  std::size_t low = 0;
  std::size_t high = numbers_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (numbers_[middle] < number.value()) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == numbers_.size() || numbers_[low] != number.value()) return std::nullopt;
  return static_cast<Doc>(low);
}

std::string_view RecordTable::Bytes(Doc doc) const {
  const std::uint64_t start = doc == 0 ? 0 : ends_[doc - 1];
  const std::span<const char> bytes = bytes_.Slice(start, ends_[doc] - start);
  return {bytes.data(), bytes.size()};
}

void RecordTableBuilder::Append(base::OrgNumber number, std::string_view bytes) {
  assert(numbers_.empty() || numbers_.back() < number.value());
  numbers_.push_back(number.value());
  end_ += bytes.size();
  ends_.push_back(end_);
  fingerprints_.push_back(XXH3_64bits(bytes.data(), bytes.size()));
  if (stream_ != nullptr) {
    stream_->Append(bytes);
  } else {
    bytes_.append(bytes);
  }
}

void RecordTableBuilder::Write(SegmentFileWriter* writer) const {
  writer->Write(numbers_);
  writer->Write(ends_);
  writer->Write(fingerprints_);
  if (stream_ == nullptr) writer->Write(bytes_);
}

}  // namespace orgreg::search
