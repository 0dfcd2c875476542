// SPDX-License-Identifier: EUPL-1.2

// Finds texts in a sorted order of them by their beginnings, which are numbers next to each other
// in memory: first among those of every 16th text, then among the few between two of these. A text
// itself is read only if it is longer than that and begins as the one that is looked for: reading
// texts somewhere in the file takes far longer than comparing numbers. The samples are a view of a
// segment file, unchanging and for any number of threads.

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
  explicit TextSamples(SectionReader* reader)
      : samples_(reader->Next<TextBeginning>()), beginnings_(reader->Next<TextBeginning>()) {}

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
    while (last < size && Begins(last, prefix, text_at)) {
      if (++last < first + kFew) continue;
      Range rest = BeforeEnd(size, prefix);
      rest.first = std::max(rest.first, last);
      last = FirstAfter(rest, [&](std::size_t at) { return text_at(at).starts_with(prefix); });
      break;
    }
    return {.first = first, .last = last};
  }

  // False if the text at this place certainly is another one.
  bool MayBe(std::size_t place, std::string_view text) const;

 private:
  enum class Answer : std::uint8_t { kNo, kYes, kReadText };
  // Whether the text at the place begins with `prefix`.
  Answer Begins(std::size_t place, std::string_view prefix) const;
  template <typename TextAt>
  bool Begins(std::size_t place, std::string_view prefix, TextAt text_at) const {
    const Answer answer = Begins(place, prefix);
    return answer == Answer::kReadText ? text_at(place).starts_with(prefix)
                                       : answer == Answer::kYes;
  }

  // The places one of which is that of the first text not less than `text`, or that after the texts
  // that begin with `prefix`; both ends included.
  Range Before(std::size_t size, std::string_view text) const;
  Range BeforeEnd(std::size_t size, std::string_view prefix) const;
  Range Between(std::size_t size, std::size_t first_sample, std::size_t last_sample) const;
  // The part of the places that is left when beginnings are compared with this one, both ends
  // included: one place, or the texts that begin so if they may be less and must be read.
  Range Narrow(Range places, const TextBeginning& beginning, bool may_be_less) const;

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

  Array<TextBeginning> samples_;     // Of every 16th text.
  Array<TextBeginning> beginnings_;  // Of every text.
};

// Writes the samples of texts that are in ascending order.
void WriteSamples(std::span<const std::string_view> texts, SegmentFileWriter* writer);
// The same for texts in the order of `places`.
void WriteSamples(std::span<const std::string_view> texts, std::span<const std::uint32_t> places,
                  SegmentFileWriter* writer);

}  // namespace orgreg::search
