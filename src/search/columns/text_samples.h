// SPDX-License-Identifier: EUPL-1.2

// Finds texts in a sorted order of them. The order is searched in two steps: first among the
// beginnings of every 16th text, which are numbers next to each other in memory, then among the few
// texts between two of these. Reading a text somewhere in the file takes far longer than comparing
// numbers. The samples are a view of a segment file, unchanging and for any number of threads.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "search/file/array.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

// Adjacent places in an order.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;  // One past the end.
};

// The first 16 bytes of a text as numbers that compare as they do; padded with zeros.
struct TextBeginning {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};

class TextSamples {
 public:
  TextSamples() = default;
  explicit TextSamples(SectionReader* reader) : samples_(reader->Next<TextBeginning>()) {}

  // The place of the first of `size` texts that is not less than `text`. text_at(place) returns a
  // text.
  template <typename TextAt>
  std::size_t LowerBound(std::size_t size, std::string_view text, TextAt text_at) const {
    return FirstAfter(Before(size, text), [&](std::size_t at) { return text_at(at) < text; });
  }

  // The places of the texts that begin with `prefix`.
  template <typename TextAt>
  Range BeginningWith(std::size_t size, std::string_view prefix, TextAt text_at) const {
    const std::size_t first = LowerBound(size, prefix, text_at);
    // Usually there are none, or few.
    constexpr std::size_t kFew = 4;
    std::size_t last = first;
    while (last < size && text_at(last).starts_with(prefix)) {
      if (++last < first + kFew) continue;
      Range rest = BeforeEnd(size, prefix);
      rest.first = std::max(rest.first, last);
      last = FirstAfter(rest, [&](std::size_t at) { return text_at(at).starts_with(prefix); });
      break;
    }
    return {.first = first, .last = last};
  }

 private:
  // The places one of which is that of the first text not less than `text`, or that after the texts
  // that begin with `prefix`; both ends included.
  Range Before(std::size_t size, std::string_view text) const;
  Range BeforeEnd(std::size_t size, std::string_view prefix) const;
  Range Between(std::size_t size, std::size_t first_sample, std::size_t last_sample) const;

  // The first place of the range for which `is_before` is false, or the last.
  template <typename IsBefore>
  static std::size_t FirstAfter(Range places, IsBefore is_before) {
    while (places.first < places.last) {
      const std::size_t middle = (places.first + places.last) / 2;
      if (is_before(middle)) {
        places.first = middle + 1;
      } else {
        places.last = middle;
      }
    }
    return places.first;
  }

  Array<TextBeginning> samples_;
};

// Writes the samples of texts that are in ascending order.
void WriteSamples(std::span<const std::string_view> texts, SegmentFileWriter* writer);
// The same for texts in the order of `places`.
void WriteSamples(std::span<const std::string_view> texts, std::span<const std::uint32_t> places,
                  SegmentFileWriter* writer);

}  // namespace orgreg::search
