#include "search/execute.h"

#include <algorithm>

#include "base/fold.h"
#include "model/code_lists.h"
#include "search/terms.h"

namespace orgreg::search {
namespace {

using model::Match;
using model::Parameter;

// A shorter last word would match half the register (design: three or more letters).
constexpr std::size_t kShortestPrefix = 3;

// Documents in which every word of `text` stands; the last may be the beginning of one
// where `open_end` says so.
DocSet MatchWords(const TermIndex& index, std::size_t universe, std::string_view text,
                  bool open_end) {
  const std::vector<std::string> words = base::FoldedWords(text);
  if (words.empty()) return DocSet(universe);
  std::vector<std::vector<Postings>> atoms;
  for (const std::string& word : words) {
    std::vector<Postings>& parts = atoms.emplace_back();
    const bool is_open =
        open_end && &word == &words.back() && base::CountCharacters(word) >= kShortestPrefix;
    if (is_open) {
      index.FindPrefix(word, &parts);
    } else {
      parts.push_back(index.Find(word));
    }
  }
  const auto size_of = [](const std::vector<Postings>& parts) {
    std::size_t total = 0;
    for (const Postings& part : parts) total += part.count;
    return total;
  };
  std::ranges::sort(atoms, {}, size_of);
  DocSet matches = DocSet::UnionOf(universe, atoms.front());
  for (std::size_t i = 1; i < atoms.size(); ++i)
    matches.IntersectWith(DocSet::UnionOf(universe, atoms[i]));
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
    case Match::kName:
      return MatchWords(index, universe, criterion.texts.front(), parameter.match == Match::kName);
    case Match::kAnyWords: {
      DocSet any(universe);
      for (const std::string& text : criterion.texts)
        any.UniteWith(MatchWords(index, universe, text, false));
      return any;
    }
    default:
      for (const std::string& text : criterion.texts)
        parts.push_back(index.Find(CodeTerm(parameter, text)));
      break;
  }
  return DocSet::UnionOf(universe, parts);
}

bool Lies(std::int32_t value, const Criterion& criterion) {
  return value != RangeColumn::kAbsent && (!criterion.from || value >= *criterion.from) &&
         (!criterion.to || value <= *criterion.to);
}

// True where the words of the query stand next to each other in the folded name; the last
// may be the beginning of a word.
bool HoldsPhrase(std::string_view name, std::string_view phrase, bool open_end) {
  for (std::size_t at = name.find(phrase); at != std::string_view::npos;
       at = name.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool starts_word = at == 0 || name[at - 1] == ' ';
    if (starts_word && (open_end || end == name.size() || name[end] == ' ')) return true;
  }
  return false;
}

void KeepConsecutive(const Segment& segment, const Query& query, DocSet* matches) {
  for (const Criterion& criterion : query.criteria) {
    if (model::Parameters(query.kind)[criterion.parameter].match != Match::kName) continue;
    const std::vector<std::string> words = base::FoldedWords(criterion.texts.front());
    if (words.empty()) return;
    const bool open_end = base::CountCharacters(words.back()) >= kShortestPrefix;
    const std::string phrase = base::FoldedText(criterion.texts.front());
    matches->Filter(
        [&](Doc doc) { return HoldsPhrase(segment.FoldedName(doc), phrase, open_end); });
  }
}

// Documents in the order of several keys, the first deciding.
class KeyOrder {
 public:
  KeyOrder(const Segment& segment, const std::vector<SortBy>& keys)
      : segment_(segment), keys_(keys) {}
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
  const std::vector<SortBy>& keys_;
};

// What stands at `first` and after in the order of `less`, `count` at most.
std::vector<Doc> Slice(std::vector<Doc> docs, std::size_t first, std::size_t count,
                       const KeyOrder& less) {
  if (first >= docs.size()) return {};
  const auto begin = docs.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(count, docs.size() - first));
  std::partial_sort(docs.begin(), end, docs.end(), less);
  return {begin, end};
}

// Collects all matches, then sorts as many as are wanted: right where they are few.
std::vector<Doc> Gather(const Segment& segment, const DocSet& matches, const PageRequest& page) {
  std::vector<Doc> docs;
  matches.ForEach([&](Doc doc) { docs.push_back(doc); });
  const auto size = static_cast<std::size_t>(page.size);
  return Slice(std::move(docs), static_cast<std::size_t>(page.number) * size, size,
               KeyOrder(segment, page.sort));
}

// Goes along the first key's order until the page is full: right where matches are dense.
std::vector<Doc> Walk(const Segment& segment, const DocSet& matches, const PageRequest& page) {
  const auto size = static_cast<std::size_t>(page.size);
  const std::size_t first = static_cast<std::size_t>(page.number) * size;
  const KeyOrder less(segment, page.sort);
  const bool has_tie_breakers = page.sort.size() > 1;
  std::vector<Doc> picked;
  std::size_t passed = 0;
  segment.sort_order(page.sort.front().key)
      .WalkRuns(page.sort.front().descending, [&](std::span<const Doc> run) {
        std::vector<Doc> in_run;
        const std::size_t wanted = first + size - passed - picked.size();
        for (const Doc doc : run) {
          if (!matches.Contains(doc)) continue;
          in_run.push_back(doc);
          if (!has_tie_breakers && in_run.size() == wanted) break;
        }
        const std::size_t skip = std::min(first - std::min(first, passed), in_run.size());
        const std::size_t found = in_run.size();
        const std::vector<Doc> slice = Slice(std::move(in_run), skip, size - picked.size(), less);
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

}  // namespace

DocSet FindMatches(const Segment& segment, const Query& query) {
  const std::span<const Parameter> parameters = model::Parameters(query.kind);
  std::vector<DocSet> sets;
  for (const Criterion& criterion : query.criteria) {
    const Parameter& parameter = parameters[criterion.parameter];
    if (parameter.IsRange()) continue;
    const bool by_number = parameter.match == Match::kNumbers;
    sets.push_back(by_number ? MatchNumbers(segment, criterion)
                             : MatchTerms(segment, parameter, criterion));
  }
  std::ranges::sort(sets, {}, &DocSet::Count);
  DocSet matches = sets.empty() ? DocSet::All(segment.size()) : std::move(sets.front());
  for (std::size_t i = 1; i < sets.size(); ++i) matches.IntersectWith(sets[i]);
  for (const Criterion& criterion : query.criteria) {
    if (!parameters[criterion.parameter].IsRange()) continue;
    const RangeColumn& column = std::get<RangeColumn>(segment.parameter(criterion.parameter));
    matches.Filter([&](Doc doc) { return Lies(column.values[doc], criterion); });
  }
  if (query.consecutive_name) KeepConsecutive(segment, query, &matches);
  return matches;
}

std::vector<Doc> PickPage(const Segment& segment, const DocSet& matches, const PageRequest& page) {
  if (page.sort.empty()) return InOrderOfNumber(matches, page);
  const bool dense = matches.Count() > segment.size() / kDenseShare;
  return dense ? Walk(segment, matches, page) : Gather(segment, matches, page);
}

}  // namespace orgreg::search
