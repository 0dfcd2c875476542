// SPDX-License-Identifier: EUPL-1.2

#include "search/file/numbers.h"

#include <algorithm>
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

}  // namespace

Numbers::Numbers(SectionReader* reader)
    : bytes_(reader->NextOfWidth(&width_)), size_(bytes_.size() / width_) {}

void WriteNumbers(std::span<const std::uint64_t> numbers, SegmentFileWriter* writer) {
  WriteAny(numbers, writer);
}

void WriteNumbers(std::span<const std::uint32_t> numbers, SegmentFileWriter* writer) {
  WriteAny(numbers, writer);
}

}  // namespace orgreg::search
