// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/suggest.h"

#include <algorithm>
#include <utility>

#include "search/suggest/source_search.h"

namespace orgreg::search {
namespace {

// Collects the suggestions of all sources, tier by tier.
class Suggester {
 public:
  Suggester(std::span<const SuggestSource> sources, const TypedText& typed, std::size_t most)
      : sources_(sources), most_(most) {
    for (const SuggestSource& source : sources) searches_.emplace_back(source, typed, most);
  }

  // Search(source) returns the documents of a source that are in the tier.
  template <typename Search>
  void Add(SuggestTier tier, Search search) {
    if (is_full()) return;
    for (std::size_t at = 0; at < sources_.size(); ++at) {
      const SuggestSource& source = sources_[at];
      for (const Doc doc : search(&searches_[at])) {
        const bool by_code = tier <= SuggestTier::kCodeBeginning;
        best_.push_back(
            {.tier = tier,
             .weight = by_code ? 0 : source.names->Weight(doc),
             .group = source.group,
             .number = source.records != nullptr ? source.records->Number(doc).value() : doc,
             .source = static_cast<std::uint32_t>(at),
             .doc = doc});
      }
    }
  }

  bool is_full() const { return best_.size() >= most_; }
  bool is_empty() const { return best_.empty(); }

  std::vector<Suggestion> Take() && {
    std::ranges::sort(best_);
    best_.resize(std::min(best_.size(), most_));
    return std::move(best_);
  }

 private:
  std::span<const SuggestSource> sources_;
  std::size_t most_;
  std::vector<SourceSearch> searches_;
  std::vector<Suggestion> best_;
};

}  // namespace

std::vector<Suggestion> Suggest(std::span<const SuggestSource> sources, const TypedText& typed,
                                std::size_t most) {
  Suggester suggester(sources, typed, most);
  if (!typed.digits.empty()) {
    suggester.Add(SuggestTier::kCode, [](SourceSearch* search) { return search->TakeCode(); });
    suggester.Add(SuggestTier::kCodeBeginning,
                  [](SourceSearch* search) { return search->TakeCodeBeginning(); });
  }
  SuggestTier tier = typed.beginnings.size() == 1 ? SuggestTier::kContent : SuggestTier::kBeginning;
  for (const std::string& beginning : typed.beginnings) {
    suggester.Add(tier, [&](SourceSearch* search) { return search->TakeBeginning(beginning); });
    tier = SuggestTier::kContent;
  }
  suggester.Add(SuggestTier::kWords, [](SourceSearch* search) { return search->TakeWords(0); });
  for (const std::size_t errors : {1U, 2U}) {
    if (std::ranges::none_of(typed.loose, [&](const TypedWord& w) { return w.errors >= errors; }))
      break;
    // As in the search for names, two errors are the last resort.
    if (errors == 2 && !suggester.is_empty()) break;
    const SuggestTier with_errors = errors == 1 ? SuggestTier::kOneError : SuggestTier::kTwoErrors;
    suggester.Add(with_errors, [&](SourceSearch* search) { return search->TakeWords(errors); });
  }
  return std::move(suggester).Take();
}

}  // namespace orgreg::search
