#include "search/sort_order.h"

#include <algorithm>

#include "search/collation.h"

namespace orgreg::search {

void SortOrderBuilder::AddText(const std::optional<std::string>& value) {
  if (!value) {
    numbers_.push_back(kAbsent);
    return;
  }
  const auto id = static_cast<std::int64_t>(texts_.size());
  numbers_.push_back(texts_.emplace(*value, id).first->second);
}

void SortOrderBuilder::NumberTexts(bool alphabetical) {
  Collation collation;
  std::vector<std::pair<std::string, std::int64_t>> keys;  // Collation key, id.
  keys.reserve(texts_.size());
  for (const auto& [text, id] : texts_)
    keys.emplace_back(alphabetical ? collation.Key(text) : text, id);
  texts_.clear();
  std::ranges::sort(keys);
  std::vector<std::int64_t> places(keys.size());
  std::int64_t place = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i].first != keys[i - 1].first) ++place;
    places[static_cast<std::size_t>(keys[i].second)] = place;
  }
  for (std::int64_t& number : numbers_) {
    if (number != kAbsent) number = places[static_cast<std::size_t>(number)];
  }
}

SortOrder SortOrderBuilder::Build(bool alphabetical) && {
  if (!texts_.empty()) NumberTexts(alphabetical);
  SortOrder order;
  order.docs_.resize(numbers_.size());
  for (std::size_t doc = 0; doc < numbers_.size(); ++doc) order.docs_[doc] = static_cast<Doc>(doc);
  std::ranges::stable_sort(order.docs_, {}, [this](Doc doc) { return numbers_[doc]; });
  order.ranks_.resize(numbers_.size());
  for (std::size_t at = 0; at < order.docs_.size(); ++at) {
    const Doc doc = order.docs_[at];
    if (at == 0 || numbers_[doc] != numbers_[order.docs_[at - 1]]) {
      order.run_starts_.push_back(static_cast<std::uint32_t>(at));
    }
    order.ranks_[doc] = static_cast<std::uint32_t>(order.run_starts_.size() - 1);
  }
  order.run_starts_.push_back(static_cast<std::uint32_t>(order.docs_.size()));
  return order;
}

}  // namespace orgreg::search
