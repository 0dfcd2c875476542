#include "search/sort_order.h"

#include <algorithm>
#include <numeric>

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

void SortOrderBuilder::Write(bool alphabetical, SegmentFileWriter* writer) && {
  if (!texts_.empty()) NumberTexts(alphabetical);
  std::vector<Doc> docs(numbers_.size());
  std::iota(docs.begin(), docs.end(), Doc{0});
  std::ranges::stable_sort(docs, {}, [this](Doc doc) { return numbers_[doc]; });
  std::vector<std::uint32_t> ranks(numbers_.size());
  std::vector<std::uint32_t> run_starts;
  for (std::size_t at = 0; at < docs.size(); ++at) {
    const Doc doc = docs[at];
    if (at == 0 || numbers_[doc] != numbers_[docs[at - 1]])
      run_starts.push_back(static_cast<std::uint32_t>(at));
    ranks[doc] = static_cast<std::uint32_t>(run_starts.size() - 1);
  }
  run_starts.push_back(static_cast<std::uint32_t>(docs.size()));
  writer->Write(ranks);
  writer->Write(docs);
  writer->Write(run_starts);
}

}  // namespace orgreg::search
