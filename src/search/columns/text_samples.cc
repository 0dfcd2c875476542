// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_samples.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

namespace orgreg::search {
namespace {

// The number of texts for each sample.
constexpr std::size_t kStep = 16;
constexpr std::size_t kBytes = sizeof(TextBeginning);
// Padding that makes a beginning the greatest of all that begin like the text.
constexpr unsigned char kGreatest = std::numeric_limits<unsigned char>::max();

// The beginning of a text, filled up with `padding`.
TextBeginning BeginningOf(std::string_view text, unsigned char padding) {
  std::array<char, kBytes> bytes = {};
  bytes.fill(static_cast<char>(padding));
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), std::min(text.size(), kBytes));
  TextBeginning beginning;
  std::memcpy(&beginning.high, bytes.data(), sizeof(beginning.high));
  std::memcpy(&beginning.low, bytes.data() + sizeof(beginning.high), sizeof(beginning.low));
  static_assert(std::endian::native == std::endian::little);
  return {.high = __builtin_bswap64(beginning.high), .low = __builtin_bswap64(beginning.low)};
}

// Both parts are compared in any case, because a branch between them is unpredictable.
bool IsLess(const TextBeginning& a, const TextBeginning& b) {
  const unsigned high_less = a.high < b.high ? 1 : 0;
  const unsigned high_same = a.high == b.high ? 1 : 0;
  const unsigned low_less = a.low < b.low ? 1 : 0;
  return (high_less | (high_same & low_less)) != 0;
}

// The number of samples for which `is_before` is true: the first ones. It has no branches, because
// they are unpredictable.
template <typename IsBefore>
std::size_t CountBefore(std::span<const TextBeginning> samples, IsBefore is_before) {
  const TextBeginning* at = samples.data();
  std::size_t left = samples.size();
  while (left > 1) {
    const std::size_t half = left / 2;
    at += is_before(at[half - 1]) ? half : 0;
    left -= half;
  }
  const auto passed = static_cast<std::size_t>(at - samples.data());
  return left == 1 && is_before(*at) ? passed + 1 : passed;
}

std::size_t CountLess(std::span<const TextBeginning> samples, const TextBeginning& than) {
  return CountBefore(samples, [&](const TextBeginning& sample) { return IsLess(sample, than); });
}

std::size_t CountUpTo(std::span<const TextBeginning> samples, const TextBeginning& last) {
  return CountBefore(samples, [&](const TextBeginning& sample) { return !IsLess(last, sample); });
}

}  // namespace

// The texts of the first `first_sample` samples come before the place, those from `last_sample` on
// do not.
Range TextSamples::Between(std::size_t size, std::size_t first_sample,
                           std::size_t last_sample) const {
  const std::size_t first = first_sample == 0 ? 0 : (first_sample - 1) * kStep + 1;
  const std::size_t last = last_sample == samples_.size() ? size : last_sample * kStep;
  if (first > last || last > size) ThrowDamaged();
  return {.first = first, .last = last};
}

Range TextSamples::Narrow(Range places, const TextBeginning& beginning, bool may_be_less) const {
  const std::span<const TextBeginning> here =
      beginnings_.Slice(places.first, places.last - places.first);
  const std::size_t less = CountLess(here, beginning);
  const std::size_t up_to = may_be_less ? CountUpTo(here, beginning) : less;
  return {.first = places.first + less, .last = places.first + up_to};
}

Range TextSamples::Before(std::size_t size, std::string_view text) const {
  const std::span<const TextBeginning> samples = samples_.All();
  const TextBeginning beginning = BeginningOf(text, 0);
  const std::size_t less = CountLess(samples, beginning);
  // A text with this beginning is less only if there is more of the other one, or if that ends like
  // the padding.
  const bool may_be_less = text.size() > kBytes || text.ends_with('\0');
  const std::size_t up_to = may_be_less ? CountUpTo(samples, beginning) : less;
  return Narrow(Between(size, less, up_to), beginning, may_be_less);
}

Range TextSamples::BeforeEnd(std::size_t size, std::string_view prefix) const {
  const std::span<const TextBeginning> samples = samples_.All();
  const TextBeginning greatest = BeginningOf(prefix, kGreatest);
  const std::size_t up_to = CountUpTo(samples, greatest);
  const bool is_whole = prefix.size() <= kBytes;
  const Range places = Between(size, is_whole ? up_to : CountLess(samples, greatest), up_to);
  if (!is_whole) return Narrow(places, greatest, true);
  const std::size_t here =
      CountUpTo(beginnings_.Slice(places.first, places.last - places.first), greatest);
  return {.first = places.first + here, .last = places.first + here};
}

TextSamples::Answer TextSamples::Begins(std::size_t place, std::string_view prefix) const {
  const TextBeginning& beginning = beginnings_[place];
  const bool may_begin = !IsLess(beginning, BeginningOf(prefix, 0)) &&
                         !IsLess(BeginningOf(prefix, kGreatest), beginning);
  if (!may_begin) return Answer::kNo;
  // The padding of a shorter text may look like the end of the prefix.
  return prefix.size() <= kBytes && !prefix.ends_with('\0') ? Answer::kYes : Answer::kReadText;
}

bool TextSamples::MayBe(std::size_t place, std::string_view text) const {
  const TextBeginning& beginning = beginnings_[place];
  const TextBeginning wanted = BeginningOf(text, 0);
  return beginning.high == wanted.high && beginning.low == wanted.low;
}

namespace {

// `text_at` takes an index in the order.
template <typename TextAt>
void Write(std::size_t size, TextAt text_at, SegmentFileWriter* writer) {
  std::vector<TextBeginning> samples;
  std::vector<TextBeginning> beginnings;
  beginnings.reserve(size);
  for (std::size_t at = 0; at < size; ++at) {
    beginnings.push_back(BeginningOf(text_at(at), 0));
    if (at % kStep == 0) samples.push_back(beginnings.back());
  }
  writer->Write(samples);
  writer->Write(beginnings);
}

}  // namespace

void WriteSamples(std::span<const std::string_view> texts, SegmentFileWriter* writer) {
  Write(texts.size(), [&](std::size_t at) { return texts[at]; }, writer);
}

void WriteSamples(std::span<const std::string_view> texts, std::span<const std::uint32_t> places,
                  SegmentFileWriter* writer) {
  Write(places.size(), [&](std::size_t at) { return texts[places[at]]; }, writer);
}

}  // namespace orgreg::search
