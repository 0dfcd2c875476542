// SPDX-License-Identifier: EUPL-1.2

#include "model/id_ranges.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace orgreg::model {
namespace {

// Takes a whole number of at least `least` off the front.
std::optional<std::int32_t> TakeId(std::string_view* text, std::int64_t least) {
  std::int32_t id = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), id);
  if (error != std::errc() || id < least) return std::nullopt;
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return id;
}

}  // namespace

std::optional<IdRanges> IdRanges::Parse(std::string_view text) {
  IdRanges ranges;
  std::int64_t least = 0;
  while (!text.empty()) {
    const auto first = TakeId(&text, least);
    if (!first) return std::nullopt;
    std::optional<std::int32_t> last = first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      last = TakeId(&text, std::int64_t{*first} + 1);
      if (!last) return std::nullopt;
    }
    ranges.last_by_first_.emplace(*first, *last);
    if (text.empty()) break;
    if (!text.starts_with(',') || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
    least = std::int64_t{*last} + 2;
  }
  return ranges;
}

std::string IdRanges::ToText() const {
  std::string text;
  for (const auto& [first, last] : last_by_first_) {
    if (!text.empty()) text.push_back(',');
    text.append(std::to_string(first));
    if (last != first) text.append("-").append(std::to_string(last));
  }
  return text;
}

void IdRanges::Add(std::int32_t id) {
  if (Has(id)) return;
  std::int32_t first = id;
  std::int32_t last = id;
  const auto after = last_by_first_.upper_bound(id);
  if (after != last_by_first_.end() && std::int64_t{after->first} - 1 == id) last = after->second;
  if (after != last_by_first_.begin()) {
    const auto before = std::prev(after);
    if (std::int64_t{before->second} + 1 == id) first = before->first;
  }
  if (last != id) last_by_first_.erase(after);
  last_by_first_[first] = last;
}

bool IdRanges::Has(std::int32_t id) const {
  const auto after = last_by_first_.upper_bound(id);
  return after != last_by_first_.begin() && std::prev(after)->second >= id;
}

}  // namespace orgreg::model
