// SPDX-License-Identifier: EUPL-1.2

// Each criterion gives a set of documents for each layer, and the sets are intersected. A name is
// matched over all layers together, because its tiers depend on all of them.

#include "search/match/match.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "base/values/fold.h"
#include "model/units/field.h"
#include "search/columns/doc_set.h"
#include "search/columns/range_index.h"
#include "search/match/name_search.h"
#include "search/segment/terms.h"
#include "search/segment/web_site.h"

namespace orgreg::search {
namespace {

using model::Match;
using model::Parameter;

// Documents that have every word of a folded text.
DocSet MatchFolded(const TermIndex& index, std::size_t universe, std::string_view folded) {
  std::vector<Postings> words;
  base::ForEachWord(folded, [&](std::string_view word) { words.push_back(index.Find(word)); });
  if (words.empty()) return DocSet(universe);
  std::ranges::sort(words, {}, &Postings::count);
  DocSet matches = DocSet::UnionOf(universe, std::span(words).first(1));
  for (std::size_t i = 1; i < words.size(); ++i)
    matches.IntersectWith(DocSet::UnionOf(universe, std::span(words).subspan(i, 1)));
  return matches;
}

DocSet MatchWords(const TermIndex& index, std::size_t universe, std::string_view text) {
  return MatchFolded(index, universe, base::FoldedText(text));
}

// Sites that have every word of the address, and those that consist of its host alone.
DocSet MatchWebSite(const TermIndex& index, std::size_t universe, std::string_view text) {
  const WebSite site = CutWebSite(text);
  if (site.path.empty()) return MatchFolded(index, universe, site.host);
  DocSet matches = MatchFolded(index, universe, site.host + " " + site.path);
  const Postings host = index.Find(HostTerm(site));
  matches.UniteWith(DocSet::UnionOf(universe, std::span(&host, 1)));
  return matches;
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
      for (const std::string& code : criterion.texts) parts.push_back(index.Find(code));
      break;
    case Match::kAnyWholeText:
      for (const std::string& text : criterion.texts)
        parts.push_back(index.Find(base::FoldedText(text)));
      break;
    case Match::kWords:
      return MatchWords(index, universe, criterion.texts.front());
    case Match::kWebSite:
      return MatchWebSite(index, universe, criterion.texts.front());
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

// Calls `visit` with each range of the query: its index, and both ends.
template <typename Visit>
void ForEachRange(const Segment& segment, const Query& query, Visit visit) {
  for (const Criterion& criterion : query.criteria) {
    const auto* index = std::get_if<RangeIndex>(&segment.parameter(criterion.parameter));
    if (index == nullptr) continue;
    constexpr std::int64_t kLeast = RangeIndex::kAbsent + std::int64_t{1};
    const std::int64_t low = std::max(criterion.from.value_or(kLeast), kLeast);
    const std::int64_t high = std::min<std::int64_t>(criterion.to.value_or(INT32_MAX), INT32_MAX);
    // No value is that large.
    const bool is_empty = low > INT32_MAX;
    visit(*index, is_empty ? INT32_MAX : static_cast<std::int32_t>(low),
          is_empty ? INT32_MIN : static_cast<std::int32_t>(high));
  }
}

// Matches of all criteria except the name; nothing if there are none.
std::optional<DocSet> MatchOthers(const Segment& segment, const Query& query) {
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
  std::optional<DocSet> matches;
  for (DocSet& set : sets) {
    if (matches) {
      matches->IntersectWith(set);
    } else {
      matches = std::move(set);
    }
  }
  ForEachRange(segment, query, [&](const RangeIndex& index, std::int32_t low, std::int32_t high) {
    if (matches) {
      index.Keep(low, high, &*matches);
    } else {
      matches = index.Find(low, high);
    }
  });
  return matches;
}

// The name that the query asks for; nothing if it has no such criterion.
std::optional<std::string_view> NameAskedFor(const Query& query) {
  const std::span<const Parameter> parameters = model::Parameters(query.kind);
  for (const Criterion& criterion : query.criteria) {
    if (parameters[criterion.parameter].match == Match::kName) return criterion.texts.front();
  }
  return std::nullopt;
}

std::vector<NameLayer> NamesOf(const Layers& layers) {
  std::vector<NameLayer> names;
  for (const Layer& layer : layers)
    names.push_back({.names = &layer.segment->names(), .hidden = &layer.hidden});
  return names;
}

// Names that match the query's name; its other criteria are left out.
FoundNames FindNames(const Layers& layers, const Query& query, std::string_view name,
                     std::size_t reach) {
  return FindNames(NamesOf(layers),
                   {.text = name, .consecutive = query.consecutive_name, .reach = reach});
}

// The number of matches up to the end of the page, which must be in order. All, if that is a large
// part of them, or if other criteria leave out some of the best.
std::size_t ReachOf(const Query& query) {
  constexpr std::size_t kMost = 1000;
  const auto size = static_cast<std::size_t>(query.page.size);
  const std::size_t end = (static_cast<std::size_t>(query.page.number) + 1) * size;
  return query.criteria.size() > 1 || end > kMost ? NameQuestion().reach : end;
}

// Names in tiers, best first, that also satisfy the other criteria.
FoundNames FindRanked(const Layers& layers, const Query& query, std::string_view name) {
  FoundNames found = FindNames(layers, query, name, ReachOf(query));
  if (query.criteria.size() == 1 || found.tiers.empty()) return found;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::optional<DocSet> others = MatchOthers(*layers[i].segment, query);
    if (!others) continue;
    for (LayeredSet& tier : found.tiers) tier[i].IntersectWith(*others);
  }
  found.count = 0;
  for (const LayeredSet& tier : found.tiers) found.count += Count(tier);
  return found;
}

// Names in any order that also satisfy the other criteria.
LayeredSet FindNamed(const Layers& layers, const Query& query, std::string_view name) {
  FoundNames found = FindNames(layers, query, name, 0);
  LayeredSet all;
  all.reserve(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    DocSet& docs = all.emplace_back(layers[i].segment->size());
    for (LayeredSet& part : found.unordered) {
      if (docs.Count() == 0) {
        docs = std::move(part[i]);
      } else {
        docs.UniteWith(part[i]);
      }
    }
    if (docs.Count() == 0) continue;
    if (const auto others = MatchOthers(*layers[i].segment, query)) docs.IntersectWith(*others);
  }
  return all;
}

}  // namespace

bool IsQuickToMatch(const Layers& layers, const Query& query) {
  const std::optional<std::string_view> name = NameAskedFor(query);
  return !name || IsQuickToFind(NamesOf(layers), {.text = *name});
}

LayeredSet FindAll(const Layers& layers, const Query& query) {
  if (const auto name = NameAskedFor(query)) return FindNamed(layers, query, *name);
  LayeredSet all;
  all.reserve(layers.size());
  for (const Layer& layer : layers) {
    std::optional<DocSet> others = MatchOthers(*layer.segment, query);
    DocSet& docs =
        all.emplace_back(others ? std::move(*others) : DocSet::All(layer.segment->size()));
    docs.Remove(layer.hidden);
  }
  return all;
}

Matches FindMatches(const Layers& layers, const Query& query) {
  const std::optional<std::string_view> name = NameAskedFor(query);
  if (!name || !query.page.sort.empty()) return {.all = FindAll(layers, query)};
  return {.is_ranked = true, .names = FindRanked(layers, query, *name)};
}

std::size_t Count(const Matches& matches) {
  return matches.is_ranked ? matches.names.count : Count(matches.all);
}

}  // namespace orgreg::search
