#include "search/name_index.h"

#include <algorithm>
#include <numeric>

#include "base/fold.h"
#include "search/name_words.h"

namespace orgreg::search {
namespace {

// The run of places in a sorted order whose texts begin with `prefix`.
template <typename TextAt>
Range BeginningWith(std::size_t size, std::string_view prefix, TextAt text_at) {
  const auto bound = [&](auto is_before) {
    std::size_t low = 0;
    std::size_t high = size;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (is_before(text_at(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  return {.first = bound([&](std::string_view text) { return text < prefix; }),
          .last = bound(
              [&](std::string_view text) { return text.substr(0, prefix.size()) <= prefix; })};
}

}  // namespace

Range NameIndex::ContentsBeginningWith(std::string_view text) const {
  return BeginningWith(by_content_.size(), text,
                       [this](std::size_t place) { return content_[by_content_[place]]; });
}

Range NameIndex::LooseBeginningWith(std::string_view loose) const {
  return BeginningWith(terms_by_loose_.size(), loose,
                       [this](std::size_t place) { return loose_[terms_by_loose_[place]]; });
}

void NameIndexBuilder::Add(const model::Unit& unit) {
  const auto doc = static_cast<Doc>(index_.folded_.size());
  const NameWords words = SplitName(unit.name.value_or(""));
  for (const std::string& word : words.all) words_.Add(doc, word);
  index_.folded_.Append(Join(words.all));
  index_.content_.Append(Join(words.content));
  const bool inactive =
      unit.bankrupt == true || unit.winding_up == true || unit.compulsory_dissolution == true;
  const std::size_t length = base::CountCharacters(index_.folded_[doc]);
  weights_.push_back(static_cast<std::uint32_t>(2 * length + (inactive ? 1 : 0)));
}

void NameIndexBuilder::OrderByPreference() {
  std::vector<Doc>& order = index_.by_preference_;
  order.resize(weights_.size());
  std::iota(order.begin(), order.end(), Doc{0});
  std::ranges::stable_sort(order, {}, [this](Doc doc) { return weights_[doc]; });
  index_.preferences_.resize(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    index_.preferences_[order[place]] = static_cast<std::uint32_t>(place);
  }
}

void NameIndexBuilder::LoosenWords() {
  const std::size_t count = index_.words_.term_count();
  for (std::size_t term = 0; term < count; ++term) {
    const std::string loose = Loosen(index_.words_.Term(term));
    index_.loose_.Append(loose);
    index_.letters_.push_back(LetterMask(loose));
  }
  index_.terms_by_loose_.resize(count);
  std::iota(index_.terms_by_loose_.begin(), index_.terms_by_loose_.end(), std::uint32_t{0});
  std::ranges::stable_sort(index_.terms_by_loose_, {},
                           [this](std::uint32_t term) { return index_.loose_[term]; });
}

NameIndex NameIndexBuilder::Build() && {
  index_.words_ = std::move(words_).Build(weights_.size());
  index_.by_content_.resize(weights_.size());
  std::iota(index_.by_content_.begin(), index_.by_content_.end(), Doc{0});
  std::ranges::stable_sort(index_.by_content_, {},
                           [this](Doc doc) { return index_.content_[doc]; });
  OrderByPreference();
  LoosenWords();
  return std::move(index_);
}

}  // namespace orgreg::search
