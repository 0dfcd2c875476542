// SPDX-License-Identifier: EUPL-1.2

#include "search/file/numbers.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace orgreg::search {
namespace {

template <typename Narrow, typename Wide>
bool WriteIfNarrow(std::span<const Wide> numbers, std::uint64_t greatest,
                   SegmentFileWriter* writer) {
  if (greatest > std::numeric_limits<Narrow>::max()) return false;
  std::vector<Narrow> narrow(numbers.size());
  std::ranges::transform(numbers, narrow.begin(),
                         [](Wide number) { return static_cast<Narrow>(number); });
  writer->Write(narrow);
  return true;
}

template <typename Wide>
void WriteAny(std::span<const Wide> numbers, SegmentFileWriter* writer) {
  const std::uint64_t greatest = numbers.empty() ? 0 : std::ranges::max(numbers);
  if (WriteIfNarrow<std::uint8_t>(numbers, greatest, writer)) return;
  if (WriteIfNarrow<std::uint16_t>(numbers, greatest, writer)) return;
  if (WriteIfNarrow<std::uint32_t>(numbers, greatest, writer)) return;
  WriteIfNarrow<std::uint64_t>(numbers, greatest, writer);
}

template <typename Narrow>
void Widen(std::span<const char> bytes, std::span<std::uint64_t> out) {
  const char* from = bytes.data();
  for (std::uint64_t& number : out) {
    Narrow narrow = 0;
    std::memcpy(&narrow, from, sizeof(narrow));
    number = narrow;
    from += sizeof(narrow);
  }
}

}  // namespace

Numbers::Numbers(SectionReader* reader)
    : bytes_(reader->NextOfWidth(&width_)), size_(bytes_.size() / width_) {}

void Numbers::Read(std::size_t first, std::span<std::uint64_t> out) const {
  if (first > size_ || out.size() > size_ - first) ThrowDamaged();
  const std::span<const char> bytes = bytes_.Slice(first * width_, out.size() * width_);
  switch (width_) {
    case sizeof(std::uint8_t):
      return Widen<std::uint8_t>(bytes, out);
    case sizeof(std::uint16_t):
      return Widen<std::uint16_t>(bytes, out);
    case sizeof(std::uint32_t):
      return Widen<std::uint32_t>(bytes, out);
    default:
      return Widen<std::uint64_t>(bytes, out);
  }
}

void WriteNumbers(std::span<const std::uint64_t> numbers, SegmentFileWriter* writer) {
  WriteAny(numbers, writer);
}

void WriteNumbers(std::span<const std::uint32_t> numbers, SegmentFileWriter* writer) {
  WriteAny(numbers, writer);
}

}  // namespace orgreg::search
