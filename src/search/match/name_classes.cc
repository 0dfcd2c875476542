// SPDX-License-Identifier: EUPL-1.2

#include "search/match/name_classes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/values/fold.h"
#include "search/match/segment_order.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// True if `name` has the words in this order, with or without others between them.
bool HoldsInOrder(std::string_view name, const Words& words, bool is_open) {
  std::size_t from = 0;
  for (const std::string& word : words) {
    const bool open_here = is_open && &word == &words.back();
    std::size_t at = name.find(word, from);
    while (at != std::string_view::npos) {
      const std::size_t end = at + word.size();
      const bool begins_word = at == 0 || name[at - 1] == ' ';
      if (begins_word && (open_here || end == name.size() || name[end] == ' ')) break;
      at = name.find(word, at + 1);
    }
    if (at == std::string_view::npos) return false;
    from = at + word.size();
  }
  return true;
}

// True if `name` consists of exactly these words.
bool HoldsSameWords(std::string_view name, const Words& words) {
  Words held;
  base::ForEachWord(name, [&](std::string_view word) { held.emplace_back(word); });
  return std::ranges::is_permutation(held, words);
}

Words LoosenAll(const Words& words) {
  Words loose;
  loose.reserve(words.size());
  for (const std::string& word : words) loose.push_back(Loosen(word));
  return loose;
}

}  // namespace

std::string_view NameClasses::TextOf(Doc doc) const {
  return consecutive_ ? names_.Folded(doc) : names_.Content(doc);
}

NameClass NameClasses::ClassOf(Doc doc, const Wanted& wanted, std::string* loose) const {
  std::string_view text = TextOf(doc);
  if (wanted.strictness == Strictness::kLoose) {
    // A name that does not begin with a single word has it somewhere, and nothing else counts.
    const bool is_rest = wanted.words.size() == 1 && !BeginsLoosely(text, wanted.text);
    if (is_rest) return NameClass::kRest;
    LoosenTo(text, loose);
    text = *loose;
  }
  if (text == wanted.text) {
    const bool same_form = names_.Folded(doc) == wanted.all;
    return same_form ? NameClass::kWhole : NameClass::kWholeButForm;
  }
  if (text.size() == wanted.text.size() && HoldsSameWords(text, wanted.words))
    return NameClass::kSameWords;
  const bool begins =
      text.starts_with(wanted.text) && (wanted.is_open || text[wanted.text.size()] == ' ');
  if (begins) return NameClass::kBeginning;
  if (wanted.words.size() > 1 && HoldsInOrder(text, wanted.words, wanted.is_open))
    return NameClass::kInOrder;
  return NameClass::kRest;
}

void NameClasses::Expect(std::span<const Doc> docs) const {
  if (consecutive_) {
    names_.ExpectFolded(docs);
  } else {
    names_.ExpectContent(docs);
  }
}

ByClass<DocSet> NameClasses::Split(const DocSet& matches, const Variant& variant) const {
  const bool exact = variant.strictness == Strictness::kExact;
  const Words words = exact ? variant.words : LoosenAll(variant.words);
  const Wanted wanted{.words = words,
                      .text = Join(words),
                      .all = Join(all_words_),
                      .is_open = IsOpen(words),
                      .strictness = variant.strictness};
  std::string loose;
  ByClass<std::vector<Doc>> docs;
  const std::vector<Doc> all = matches.Slice(0, matches.Count());
  constexpr std::size_t kAtOnce = NameIndex::kExpectedAtOnce;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (at % kAtOnce == 0) Expect(std::span(all).subspan(at, std::min(kAtOnce, all.size() - at)));
    docs[static_cast<std::size_t>(ClassOf(all[at], wanted, &loose))].push_back(all[at]);
  }
  const auto take = [&](NameClass name_class) {
    return DocSet::FromList(names_.size(), std::move(docs[static_cast<std::size_t>(name_class)]));
  };
  return {take(NameClass::kWhole),     take(NameClass::kWholeButForm), take(NameClass::kSameWords),
          take(NameClass::kBeginning), take(NameClass::kInOrder),      take(NameClass::kRest)};
}

DocSet NameClasses::Shown(DocSet docs) const {
  docs.Remove(hidden_);
  return docs;
}

NameClasses::Places NameClasses::FindPlaces(const Variant& variant) const {
  const std::string wanted = Join(variant.words);
  const std::string folded = Join(all_words_);
  const Range beginning = names_.ContentsBeginningWith(wanted);
  // Equal names are the first of those with this beginning.
  std::vector<Doc> same_form;
  std::vector<Doc> other_form;
  std::size_t end = beginning.first;
  for (; end < beginning.last; ++end) {
    const Doc doc = names_.ByContent(end);
    if (names_.Content(doc) != wanted) break;
    (names_.Folded(doc) == folded ? same_form : other_form).push_back(doc);
  }
  const Range longer = IsOpen(variant.words) ? Range{.first = end, .last = beginning.last}
                                             : names_.ContentsBeginningWith(wanted + " ");
  return {.whole = Shown(DocSet::FromUnsorted(names_.size(), std::move(same_form))),
          .whole_but_form = Shown(DocSet::FromUnsorted(names_.size(), std::move(other_form))),
          .beginning = longer};
}

DocSet NameClasses::BestOf(const DocSet& docs, std::size_t most) const {
  if (most >= docs.Count()) return docs;
  return DocSet::FromUnsorted(names_.size(), SliceByPreference(names_, docs, 0, most));
}

DocSet NameClasses::BestOf(Range places, std::size_t most) const {
  const std::span<const Doc> docs = names_.ByContent(places);
  std::vector<Doc> shown;
  if (hidden_.Count() == 0 && most < docs.size()) {
    shown = MostPreferred(names_, docs, most);
  } else {
    shown.assign(docs.begin(), docs.end());
    std::erase_if(shown, [this](Doc doc) { return hidden_.Contains(doc); });
    if (most < shown.size()) shown = MostPreferred(names_, shown, most);
  }
  return DocSet::FromUnsorted(names_.size(), std::move(shown));
}

}  // namespace orgreg::search
