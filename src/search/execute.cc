#include "search/execute.h"

#include <algorithm>
#include <iterator>

#include "base/fold.h"
#include "model/code_lists.h"
#include "search/name_search.h"
#include "search/terms.h"

namespace orgreg::search {
namespace {

using model::Match;
using model::Parameter;

// Documents in which every word of `text` stands.
DocSet MatchWords(const TermIndex& index, std::size_t universe, std::string_view text) {
  std::vector<Postings> words;
  for (const std::string& word : base::FoldedWords(text)) words.push_back(index.Find(word));
  if (words.empty()) return DocSet(universe);
  std::ranges::sort(words, {}, &Postings::count);
  DocSet matches = DocSet::UnionOf(universe, std::span(words).first(1));
  for (std::size_t i = 1; i < words.size(); ++i)
    matches.IntersectWith(DocSet::UnionOf(universe, std::span(words).subspan(i, 1)));
  return matches;
}

// A code of any level stands for all codes below it.
void FindIndustry(const TermIndex& index, std::string_view code, std::vector<Postings>* parts) {
  if (code.size() > 1) return index.FindPrefix(code, parts);
  for (const std::string_view division : model::DivisionsOfSection(code.front()))
    index.FindPrefix(division, parts);
}

DocSet MatchNumbers(const Segment& segment, const Criterion& criterion) {
  std::vector<Doc> docs;
  for (const base::OrgNumber number : criterion.numbers) {
    if (const std::optional<Doc> doc = segment.live().Find(number)) docs.push_back(*doc);
  }
  std::ranges::sort(docs);
  docs.erase(std::ranges::unique(docs).begin(), docs.end());
  return DocSet::FromList(segment.size(), std::move(docs));
}

DocSet MatchTerms(const Segment& segment, const Parameter& parameter, const Criterion& criterion) {
  const TermIndex& index = std::get<TermIndex>(segment.parameter(criterion.parameter));
  const std::size_t universe = segment.size();
  std::vector<Postings> parts;
  switch (parameter.match) {
    case Match::kFlag:
      parts.push_back(index.Find(criterion.flag ? kTrueTerm : kFalseTerm));
      break;
    case Match::kIndustry:
      for (const std::string& code : criterion.texts) FindIndustry(index, code, &parts);
      break;
    case Match::kAnyWholeText:
      for (const std::string& text : criterion.texts)
        parts.push_back(index.Find(base::FoldedText(text)));
      break;
    case Match::kWords:
      return MatchWords(index, universe, criterion.texts.front());
    case Match::kAnyWords: {
      DocSet any(universe);
      for (const std::string& text : criterion.texts)
        any.UniteWith(MatchWords(index, universe, text));
      return any;
    }
    default:
      for (const std::string& text : criterion.texts)
        parts.push_back(index.Find(CodeTerm(parameter, text)));
      break;
  }
  return DocSet::UnionOf(universe, parts);
}

// Documents in the order of several keys, the first deciding.
class KeyOrder {
 public:
  KeyOrder(const Segment& segment, std::span<const SortBy> keys) : segment_(segment), keys_(keys) {}
  bool operator()(Doc a, Doc b) const {
    for (const SortBy& key : keys_) {
      const SortOrder& order = segment_.sort_order(key.key);
      const std::uint32_t rank_a = order.Rank(a);
      const std::uint32_t rank_b = order.Rank(b);
      if (rank_a != rank_b) return (rank_a < rank_b) != key.descending;
    }
    return a < b;
  }

 private:
  const Segment& segment_;
  std::span<const SortBy> keys_;
};

// A document with the ranks of its first two keys beside it, falling ones turned round:
// several times faster to compare than looking them up each time.
struct Keyed {
  std::uint64_t leading = 0;
  Doc doc = 0;
};

std::uint64_t LeadingRanks(const Segment& segment, Doc doc, std::span<const SortBy> keys) {
  std::uint64_t leading = 0;
  for (const SortBy& key : keys.first(std::min<std::size_t>(2, keys.size()))) {
    const std::uint32_t rank = segment.sort_order(key.key).Rank(doc);
    leading = leading << 32U | (key.descending ? ~rank : rank);
  }
  return leading;
}

// What stands at `first` and after in the order of the keys, `count` at most.
std::vector<Doc> Slice(const Segment& segment, const std::vector<Doc>& docs, std::size_t first,
                       std::size_t count, std::span<const SortBy> keys) {
  if (first >= docs.size()) return {};
  std::vector<Keyed> keyed;
  keyed.reserve(docs.size());
  for (const Doc doc : docs)
    keyed.push_back({.leading = LeadingRanks(segment, doc, keys), .doc = doc});
  const KeyOrder later(segment, keys.subspan(std::min<std::size_t>(2, keys.size())));
  const auto begin = keyed.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(count, docs.size() - first));
  std::partial_sort(keyed.begin(), end, keyed.end(), [&](const Keyed& a, const Keyed& b) {
    return a.leading != b.leading ? a.leading < b.leading : later(a.doc, b.doc);
  });
  std::vector<Doc> slice;
  std::transform(begin, end, std::back_inserter(slice), [](const Keyed& item) { return item.doc; });
  return slice;
}

// Collects all matches, then sorts as many as are wanted: right where they are few.
std::vector<Doc> Gather(const Segment& segment, const DocSet& matches, const PageRequest& page) {
  std::vector<Doc> docs;
  matches.ForEach([&](Doc doc) { docs.push_back(doc); });
  const auto size = static_cast<std::size_t>(page.size);
  return Slice(segment, docs, static_cast<std::size_t>(page.number) * size, size, page.sort);
}

// Goes along the first key's order until the page is full: right where matches are dense.
std::vector<Doc> Walk(const Segment& segment, const DocSet& matches, const PageRequest& page) {
  const auto size = static_cast<std::size_t>(page.size);
  const std::size_t first = static_cast<std::size_t>(page.number) * size;
  // In a run of equal first keys the others decide.
  const std::span<const SortBy> others = std::span(page.sort).subspan(1);
  std::vector<Doc> picked;
  std::size_t passed = 0;
  segment.sort_order(page.sort.front().key)
      .WalkRuns(page.sort.front().descending, [&](std::span<const Doc> run) {
        std::vector<Doc> in_run;
        const std::size_t wanted = first + size - passed - picked.size();
        for (const Doc doc : run) {
          if (!matches.Contains(doc)) continue;
          in_run.push_back(doc);
          if (others.empty() && in_run.size() == wanted) break;
        }
        const std::size_t skip = std::min(first - std::min(first, passed), in_run.size());
        const std::size_t found = in_run.size();
        const std::vector<Doc> slice = Slice(segment, in_run, skip, size - picked.size(), others);
        passed += found - slice.size();
        picked.insert(picked.end(), slice.begin(), slice.end());
        return picked.size() < size;
      });
  return picked;
}

std::vector<Doc> InOrderOfNumber(const DocSet& matches, const PageRequest& page) {
  const auto first = static_cast<std::size_t>(page.number * page.size);
  const std::size_t last = first + static_cast<std::size_t>(page.size);
  std::vector<Doc> docs;
  std::size_t at = 0;
  matches.ForEach([&](Doc doc) {
    if (at >= first && at < last) docs.push_back(doc);
    ++at;
  });
  return docs;
}

// A page of ranked names: tier after tier, in each by preference.
class TierPager {
 public:
  TierPager(const NameIndex& names, const PageRequest& page)
      : names_(names),
        first_(static_cast<std::size_t>(page.number * page.size)),
        size_(static_cast<std::size_t>(page.size)) {}

  // False once the page is full.
  bool Take(const DocSet& tier) {
    const std::size_t count = tier.Count();
    if (first_ >= count) {
      first_ -= count;
      return true;
    }
    const std::size_t wanted = std::min(size_ - picked_.size(), count - first_);
    if (count > names_.size() / kDenseShare) {
      WalkTier(tier, wanted);
    } else {
      SortTier(tier, wanted);
    }
    first_ = 0;
    return picked_.size() < size_;
  }

  std::vector<Doc> Finish() && { return std::move(picked_); }

 private:
  void WalkTier(const DocSet& tier, std::size_t wanted) {
    std::size_t passed = 0;
    for (std::size_t place = 0; wanted > 0; ++place) {
      const Doc doc = names_.ByPreference(place);
      if (!tier.Contains(doc) || passed++ < first_) continue;
      picked_.push_back(doc);
      --wanted;
    }
  }

  void SortTier(const DocSet& tier, std::size_t wanted) {
    std::vector<Doc> docs;
    tier.ForEach([&](Doc doc) { docs.push_back(doc); });
    const auto begin = docs.begin() + static_cast<std::ptrdiff_t>(first_);
    const auto end = begin + static_cast<std::ptrdiff_t>(wanted);
    std::ranges::partial_sort(docs, end, {}, [this](Doc doc) { return names_.Preference(doc); });
    picked_.insert(picked_.end(), begin, end);
  }

  const NameIndex& names_;
  std::size_t first_;  // Matches still to be passed over.
  std::size_t size_;
  std::vector<Doc> picked_;
};

// The index and the criterion of the name, where the query has one.
struct NameCriterion {
  const NameIndex* index = nullptr;
  std::string_view text = {};
};

NameCriterion FindNameCriterion(const Segment& segment, const Query& query) {
  for (const Criterion& criterion : query.criteria) {
    const auto* index = std::get_if<NameIndex>(&segment.parameter(criterion.parameter));
    if (index != nullptr) return {.index = index, .text = criterion.texts.front()};
  }
  return {};
}

// Matches of all criteria but the name, whose tiers are narrowed down to them.
DocSet MatchOthers(const Segment& segment, const Query& query) {
  const std::span<const Parameter> parameters = model::Parameters(query.kind);
  std::vector<DocSet> sets;
  for (const Criterion& criterion : query.criteria) {
    const Parameter& parameter = parameters[criterion.parameter];
    if (parameter.IsRange() || parameter.match == Match::kName) continue;
    const bool by_number = parameter.match == Match::kNumbers;
    sets.push_back(by_number ? MatchNumbers(segment, criterion)
                             : MatchTerms(segment, parameter, criterion));
  }
  std::ranges::sort(sets, {}, &DocSet::Count);
  DocSet matches = sets.empty() ? DocSet::All(segment.size()) : std::move(sets.front());
  for (std::size_t i = 1; i < sets.size(); ++i) matches.IntersectWith(sets[i]);
  return matches;
}

void KeepInRanges(const Segment& segment, const Query& query, DocSet* matches) {
  for (const Criterion& criterion : query.criteria) {
    const auto* column = std::get_if<RangeColumn>(&segment.parameter(criterion.parameter));
    if (column == nullptr) continue;
    constexpr std::int64_t kLeast = RangeColumn::kAbsent + std::int64_t{1};
    const std::int64_t low = std::max(criterion.from.value_or(kLeast), kLeast);
    const std::int64_t high = std::min<std::int64_t>(criterion.to.value_or(INT32_MAX), INT32_MAX);
    if (low > INT32_MAX) {
      *matches = DocSet(segment.size());
    } else {
      matches->KeepBetween(column->values.All(), static_cast<std::int32_t>(low),
                           static_cast<std::int32_t>(high));
    }
  }
}

}  // namespace

Matches FindMatches(const Segment& segment, const Query& query) {
  Matches matches{.all = MatchOthers(segment, query), .tiers = {}};
  const NameCriterion name = FindNameCriterion(segment, query);
  if (name.index == nullptr) {
    KeepInRanges(segment, query, &matches.all);
    return matches;
  }
  const NameQuestion question{.text = name.text, .consecutive = query.consecutive_name};
  matches.tiers = FindNames(*name.index, segment.size(), question);
  DocSet named(segment.size());
  for (DocSet& tier : matches.tiers) {
    tier.IntersectWith(matches.all);
    KeepInRanges(segment, query, &tier);
    named.UniteWith(tier);
  }
  matches.all = std::move(named);
  return matches;
}

std::vector<Doc> PickPage(const Segment& segment, const Matches& matches, const PageRequest& page) {
  if (!page.sort.empty()) {
    const bool dense = matches.all.Count() > segment.size() / kDenseShare;
    return dense ? Walk(segment, matches.all, page) : Gather(segment, matches.all, page);
  }
  if (matches.tiers.empty()) return InOrderOfNumber(matches.all, page);
  TierPager pager(segment.names(), page);
  for (const DocSet& tier : matches.tiers) {
    if (!pager.Take(tier)) break;
  }
  return std::move(pager).Finish();
}

}  // namespace orgreg::search
