// SPDX-License-Identifier: EUPL-1.2

// Words become lists of terms (exact, loosened or with errors), whose documents are intersected.
// The matches are then checked against the names themselves, and split into classes.

#include "search/match/name_layer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// A shorter last word would match half the register (design: three or more letters).
constexpr std::size_t kShortestPrefix = 3;
// Loosening makes one letter of a run of a, so one letter says nothing about the rest of a word.
constexpr std::size_t kShortestLoosePrefix = 2;
// The least letters of a word with one error, and with two.
constexpr std::size_t kOneErrorLetters = 4;
constexpr std::size_t kTwoErrorLetters = 8;

bool HasDigit(std::string_view word) { return std::ranges::any_of(word, base::IsDigit); }

bool MayBeOpen(std::string_view word) { return base::CountCharacters(word) >= kShortestPrefix; }

// True if `name` has `phrase` from the beginning of a word to the end of one, or to anywhere if it
// is open.
bool HoldsPhrase(std::string_view name, std::string_view phrase, bool is_open) {
  for (std::size_t at = name.find(phrase); at != std::string_view::npos;
       at = name.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins_word = at == 0 || name[at - 1] == ' ';
    if (begins_word && (is_open || end == name.size() || name[end] == ' ')) return true;
  }
  return false;
}

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
  for (const std::string& word : words) loose.push_back(Loosen(word));
  return loose;
}

std::size_t CountOf(const std::vector<Postings>& parts) {
  std::size_t count = 0;
  for (const Postings& part : parts) count += part.count;
  return count;
}

bool Holds(const Postings& part, Doc doc) {
  if (part.bits.empty()) return std::ranges::binary_search(part.list, doc);
  return (part.bits[doc / 64] >> (doc % 64) & 1U) != 0;
}

// The indexes of the words, first the parts of a word that was split, the last part before the
// others: that no name has it is the usual reason why nothing matches, and no other word is looked
// up then.
std::vector<std::size_t> InOrderOfDoubt(const Variant& variant) {
  std::vector<std::size_t> order(variant.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(variant.split_at);
  const auto last = first + static_cast<std::ptrdiff_t>(variant.split_words);
  std::rotate(order.begin(), first, last);
  std::ranges::reverse(order.begin(),
                       order.begin() + static_cast<std::ptrdiff_t>(variant.split_words));
  return order;
}

// Documents of `matches` that are in one of the parts. A few are searched in each part; for many
// the parts are united.
void KeepInAny(const std::vector<Postings>& parts, DocSet* matches) {
  constexpr std::size_t kLookCost = 16;  // Of one search, in documents united.
  const std::size_t universe = matches->universe();
  const std::size_t count = matches->Count();
  if (count * parts.size() * kLookCost > CountOf(parts) + universe / 64) {
    matches->IntersectWith(DocSet::UnionOf(universe, parts));
    return;
  }
  matches->Filter([&](Doc doc) {
    return std::ranges::any_of(parts, [doc](const Postings& part) { return Holds(part, doc); });
  });
}

}  // namespace

bool IsOpen(const Words& words) { return MayBeOpen(words.back()); }

void NameMatcher::CollectExact(const std::string& word, bool is_open,
                               std::vector<Postings>* parts) const {
  if (is_open) return names_.words().FindPrefix(word, parts);
  parts->push_back(names_.words().Find(word));
}

// Words with the same loosened form; `with_exact` says whether exact matches are included.
void NameMatcher::CollectLoose(const std::string& word, bool is_open, bool with_exact,
                               std::vector<Postings>* parts) const {
  const std::string loose = Loosen(word);
  is_open = is_open && loose.size() >= kShortestLoosePrefix;
  const Range range = names_.LooseBeginningWith(loose);
  for (std::size_t place = range.first; place < range.last; ++place) {
    const std::size_t term = names_.TermByLoose(place);
    if (!is_open && names_.Loose(term) != loose) break;  // Equal ones come first.
    const std::string_view other = names_.words().Term(term);
    // A search for Ås must not find every company with AS in its name.
    if (IsLegalForm(other) && other != word) continue;
    if (!with_exact && (is_open ? other.starts_with(word) : other == word)) continue;
    parts->push_back(names_.words().At(term));
  }
}

// True if the loosened words may match more than the exact words.
bool NameMatcher::HasMoreLoose(const Words& words) const {
  return std::ranges::any_of(words, [&](const std::string& word) {
    std::vector<Postings> others;
    CollectLoose(word, &word == &words.back() && MayBeOpen(word), false, &others);
    return CountOf(others) != 0;
  });
}

// Documents with a term for each word, the rarest word first.
DocSet NameMatcher::Intersect(std::vector<std::vector<Postings>> atoms) const {
  std::ranges::sort(atoms, {}, CountOf);
  if (CountOf(atoms.front()) == 0) return DocSet(names_.size());
  DocSet matches = DocSet::UnionOf(names_.size(), atoms.front());
  for (std::size_t i = 1; i < atoms.size(); ++i) KeepInAny(atoms[i], &matches);
  return matches;
}

DocSet NameMatcher::Match(const Variant& variant) const {
  const bool exact = variant.strictness == Strictness::kExact;
  if (variant.follows_exact && !HasMoreLoose(variant.words)) return DocSet(names_.size());
  // Exact matches of a single word were found before.
  const bool with_exact = !variant.follows_exact || variant.words.size() > 1;
  std::vector<std::vector<Postings>> atoms;
  for (const std::size_t at : InOrderOfDoubt(variant)) {
    const std::string& word = variant.words[at];
    const bool is_open = &word == &variant.words.back() && MayBeOpen(word);
    // A repeated word changes nothing, and a query may have the same one many times.
    if (!is_open && std::find(variant.words.data(), &word, word) != &word) continue;
    std::vector<Postings>& parts = atoms.emplace_back();
    if (exact) {
      CollectExact(word, is_open, &parts);
    } else {
      CollectLoose(word, is_open, with_exact, &parts);
    }
    if (CountOf(parts) == 0) return DocSet(names_.size());
  }
  DocSet matches = Intersect(std::move(atoms));
  if (variant.split_words != 0) KeepTogether(variant, &matches);
  if (consecutive_) KeepPhrase(variant, &matches);
  return matches;
}

DocSet NameMatcher::TakeNew(DocSet matches) {
  matches.Remove(hidden_);
  matches.Remove(found_);
  found_.UniteWith(matches);
  return matches;
}

DocSet NameMatcher::FindNew(const Variant& variant) { return TakeNew(Match(variant)); }

DocSet NameMatcher::MatchMisspelt(const Words& words, std::size_t most) const {
  std::vector<std::vector<Postings>> atoms;
  for (const std::string& word : words) {
    const bool is_last = &word == &words.back();
    std::vector<Postings>& parts = atoms.emplace_back();
    CollectLoose(word, is_last && MayBeOpen(word), true, &parts);
    CollectMisspelt(word, most, &parts);
    if (CountOf(parts) == 0) return DocSet(names_.size());
  }
  return Intersect(std::move(atoms));
}

// Names with all words except any one of them. A number is never left out.
DocSet NameMatcher::MatchAllButOne(const Words& words) const {
  std::vector<std::vector<Postings>> atoms(words.size());
  std::size_t missing = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    CollectLoose(words[at], false, true, &atoms[at]);
    missing += atoms[at].empty() ? 1 : 0;
  }
  DocSet matches(names_.size());
  for (std::size_t at = 0; at < words.size(); ++at) {
    // A word that no name has must be the one to leave out.
    if (missing > (atoms[at].empty() ? 1U : 0U) || HasDigit(words[at])) continue;
    std::vector<std::vector<Postings>> others = atoms;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
    matches.UniteWith(Intersect(std::move(others)));
  }
  return matches;
}

// Keeps the names that equal the query with one error, with or without their legal forms.
void NameMatcher::KeepNear(const Words& words, DocSet* matches) const {
  const Misspelling content(Join(words));
  const Misspelling whole(Join(all_words_));
  matches->Filter([&](Doc doc) {
    return content.Is(names_.Content(doc), 1) || whole.Is(names_.Folded(doc), 1);
  });
}

DocSet NameMatcher::FindNear(const Words& words) {
  DocSet matches = words.size() == 1 ? MatchMisspelt(words, 1) : MatchAllButOne(words);
  KeepNear(words, &matches);
  return TakeNew(std::move(matches));
}

DocSet NameMatcher::FindMisspelt(const Words& words, std::size_t most) {
  return TakeNew(MatchMisspelt(words, most));
}

// The text of a name that is compared: with or without legal forms, loosened or not.
std::string NameMatcher::TextOf(Doc doc, Strictness strictness) const {
  const std::string_view text = consecutive_ ? names_.Folded(doc) : names_.Content(doc);
  return strictness == Strictness::kExact ? std::string(text) : Loosen(text);
}

void NameMatcher::KeepTogether(const Variant& variant, DocSet* matches) const {
  const auto first = variant.words.begin() + static_cast<std::ptrdiff_t>(variant.split_at);
  const auto last = first + static_cast<std::ptrdiff_t>(variant.split_words);
  const std::string phrase = Loosen(Join({first, last}));
  const bool is_open = last == variant.words.end() && IsOpen(variant.words);
  const auto holds = [&](std::string_view name) {
    return HoldsPhrase(Loosen(name), phrase, is_open);
  };
  // People also write two words as one if a legal form is between them.
  matches->Filter([&](Doc doc) {
    return holds(names_.Folded(doc)) || (!consecutive_ && holds(names_.Content(doc)));
  });
}

void NameMatcher::KeepPhrase(const Variant& variant, DocSet* matches) const {
  const Words& words = variant.words;
  if (words.size() == 1) return;  // There is no neighbour.
  const bool exact = variant.strictness == Strictness::kExact;
  const std::string phrase = exact ? Join(words) : Loosen(Join(words));
  matches->Filter(
      [&](Doc doc) { return HoldsPhrase(TextOf(doc, variant.strictness), phrase, IsOpen(words)); });
}

NameClass NameMatcher::ClassOf(Doc doc, const Words& words, Strictness strictness) const {
  const std::string text = TextOf(doc, strictness);
  const std::string wanted = Join(words);
  if (text == wanted) {
    const bool same_form = names_.Folded(doc) == Join(all_words_);
    return same_form ? NameClass::kWhole : NameClass::kWholeButForm;
  }
  if (text.size() == wanted.size() && HoldsSameWords(text, words)) return NameClass::kSameWords;
  const bool begins = text.starts_with(wanted) && (IsOpen(words) || text[wanted.size()] == ' ');
  if (begins) return NameClass::kBeginning;
  if (words.size() > 1 && HoldsInOrder(text, words, IsOpen(words))) return NameClass::kInOrder;
  return NameClass::kRest;
}

ByClass<DocSet> NameMatcher::Classify(const DocSet& matches, const Variant& variant) const {
  const bool exact = variant.strictness == Strictness::kExact;
  const Words words = exact ? variant.words : LoosenAll(variant.words);
  ByClass<std::vector<Doc>> docs;
  matches.ForEach([&](Doc doc) {
    docs[static_cast<std::size_t>(ClassOf(doc, words, variant.strictness))].push_back(doc);
  });
  ByClass<DocSet> classes = NoClasses();
  for (std::size_t at = 0; at < kNameClasses; ++at)
    classes[at] = DocSet::FromList(names_.size(), std::move(docs[at]));
  return classes;
}

ByClass<DocSet> NameMatcher::NoClasses() const {
  const DocSet none(names_.size());
  return {none, none, none, none, none, none};
}

DocSet NameMatcher::SetOf(Range range) const {
  const std::span<const Doc> docs = names_.ByContent(range);
  std::vector<Doc> list(docs.begin(), docs.end());
  return DocSet::FromUnsorted(names_.size(), std::move(list));
}

ByClass<DocSet> NameMatcher::TakeBeginning(const Variant& variant, DocSet matches) const {
  const std::string wanted = Join(variant.words);
  const std::string folded = Join(all_words_);
  // Equal names are the first of those with this beginning.
  const Range beginning = names_.ContentsBeginningWith(wanted);
  Range equal{.first = beginning.first, .last = beginning.first};
  std::vector<Doc> same_form;
  while (equal.last < beginning.last) {
    const Doc doc = names_.ByContent(equal.last);
    if (names_.Content(doc) != wanted) break;
    if (names_.Folded(doc) == folded) same_form.push_back(doc);
    ++equal.last;
  }
  const Range longer = IsOpen(variant.words) ? Range{.first = equal.last, .last = beginning.last}
                                             : names_.ContentsBeginningWith(wanted + " ");
  ByClass<DocSet> classes = NoClasses();
  const auto take = [&](NameClass name_class, DocSet docs) {
    docs.IntersectWith(matches);
    matches.Remove(docs);
    classes[static_cast<std::size_t>(name_class)] = std::move(docs);
  };
  take(NameClass::kWhole, DocSet::FromUnsorted(names_.size(), std::move(same_form)));
  take(NameClass::kWholeButForm, SetOf(equal));
  take(NameClass::kBeginning, SetOf(longer));
  classes[static_cast<std::size_t>(NameClass::kRest)] = std::move(matches);
  return classes;
}

void NameMatcher::CollectMisspelt(const std::string& word, std::size_t most,
                                  std::vector<Postings>* parts) const {
  const std::size_t length = base::CountCharacters(word);
  if (HasDigit(word) || length < kOneErrorLetters) return;
  const std::size_t errors = length < kTwoErrorLetters ? 1 : most;
  const Misspelling asked(word);
  if (asked.loose().size() < kShortestLoosePrefix) return;
  const std::uint64_t letters = LetterMask(asked.loose());
  const std::span<const std::uint64_t> all = names_.Letters();
  for (std::size_t term = 0; term < all.size(); ++term) {
    // Most words are skipped by this cheap test.
    if (std::popcount(letters ^ all[term]) > MostOtherLetters(errors)) continue;
    const std::string_view other = names_.words().Term(term);
    if (!asked.Is(other, names_.Loose(term), errors)) continue;
    if (HasDigit(other) || IsLegalForm(other)) continue;
    parts->push_back(names_.words().At(term));
  }
}

}  // namespace orgreg::search
