// SPDX-License-Identifier: EUPL-1.2

// Splits JSON: the pieces that a source delivers make no difference, and every record is at the
// reported place. The first three bytes choose the pieces and the limits.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json/records.h"
#include "unit/formats/sliced_source.h"

namespace {

using orgreg::formats::ByteSource;
using orgreg::formats::JsonLimits;
using orgreg::formats::JsonRecords;
using orgreg::formats::MemorySource;
using orgreg::formats::RecordText;
using orgreg::formats::SlicedSource;
using orgreg::formats::TextWindow;

void Demand(bool condition) {
  if (!condition) std::abort();
}

void CheckPlace(const RecordText& record, std::string_view text) {
  Demand(record.byte_offset + record.text.size() <= text.size());
  Demand(text.substr(record.byte_offset, record.text.size()) == record.text);
  const std::string_view before = text.substr(0, record.byte_offset);
  const auto newlines = std::count(before.begin(), before.end(), '\n');
  Demand(record.line == static_cast<std::uint64_t>(newlines) + 1);
}

std::vector<std::string> Split(ByteSource* source, JsonLimits limits, std::string_view text) {
  JsonRecords records(source, limits);
  std::vector<std::string> found;
  std::string padding;
  while (true) {
    const auto next = records.Next();
    if (!next) {
      found.push_back("!" + next.error().message);
      return found;
    }
    if (!next->has_value()) return found;
    const RecordText& record = **next;
    CheckPlace(record, text);
    Demand(!record.text.empty() && record.text.size() <= limits.record_bytes);
    Demand(record.ordinal == found.size() + 1);
    found.emplace_back(record.text);
    // The padding is readable; otherwise the address checks report it.
    const char* const end = record.text.data() + record.text.size();
    padding = std::string(end, TextWindow::kPaddingBytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
  const JsonLimits limits = {.record_bytes = data[0] == 0 ? 1000U : data[0],
                             .depth = 1U + data[0] % 64U};
  MemorySource whole(text);
  const auto expected = Split(&whole, limits, text);
  SlicedSource pieces(text, {1U + data[1], 1U + data[2] % 70U});
  Demand(Split(&pieces, limits, text) == expected);
  return 0;
}
