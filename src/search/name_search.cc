#include "search/name_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "base/fold.h"
#include "search/name_words.h"

namespace orgreg::search {
namespace {

using Words = std::vector<std::string>;

// A shorter last word would match half the register (design: three or more letters).
constexpr std::size_t kShortestPrefix = 3;
// Larger sets are not looked at name by name, which would cost more than it helps.
constexpr std::size_t kMostLookedAt = 8192;
// Ways to write the words of one question; nobody's name has so many.
constexpr std::size_t kMostVariants = 64;
// Looking for errors costs a look at every word there is, for each word asked for.
constexpr std::size_t kMostMisspeltWords = 8;
// A word of this many letters may have so many errors.
constexpr std::size_t kOneErrorLetters = 4;
constexpr std::size_t kTwoErrorLetters = 8;

enum class Strictness { kExact, kLoose };

// The words of a question in one way of writing them.
struct Variant {
  Words words;
  // What was one word in the question and is several here must stand together: the place
  // of the first, and how many they are.
  std::size_t split_at = 0;
  std::size_t split_words = 0;
};

bool HasDigit(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool MayBeOpen(std::string_view word) { return base::CountCharacters(word) >= kShortestPrefix; }

// True where `phrase` stands in `name` from the beginning of a word to the end of one, or
// to anywhere where it is open.
bool HoldsPhrase(std::string_view name, std::string_view phrase, bool is_open) {
  for (std::size_t at = name.find(phrase); at != std::string_view::npos;
       at = name.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins_word = at == 0 || name[at - 1] == ' ';
    if (begins_word && (is_open || end == name.size() || name[end] == ' ')) return true;
  }
  return false;
}

// True where the words stand in `name` in this order, others between them or not.
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

// One question on its way to its tiers.
class NameFinder {
 public:
  NameFinder(const NameIndex& index, std::size_t universe, const NameQuestion& question)
      : index_(index),
        universe_(universe),
        question_(question),
        words_(SplitName(question.text)),
        found_(universe) {
    // Word for word, a legal form is a word like any other.
    if (question.consecutive) words_.content = words_.all;
  }

  std::vector<DocSet> Find() && {
    if (words_.content.empty()) return {};
    const Variant plain{.words = words_.content};
    AddTiers(Match(plain, Strictness::kExact), plain, Strictness::kExact);
    AddTiers(Match(plain, Strictness::kLoose), plain, Strictness::kLoose);
    for (const Variant& variant : OtherVariants()) {
      AddTiers(Match(variant, Strictness::kLoose), variant, Strictness::kLoose);
    }
    if (found_.Count() == 0 && !question_.consecutive) AddMisspelt(1);
    if (found_.Count() == 0 && !question_.consecutive) AddMisspelt(2);
    return std::move(tiers_);
  }

 private:
  bool IsOpen(const Words& words) const { return MayBeOpen(words.back()); }

  void CollectWord(const std::string& word, bool is_open, Strictness strictness,
                   std::vector<Postings>* parts) const {
    if (strictness == Strictness::kExact) {
      if (is_open) return index_.words().FindPrefix(word, parts);
      parts->push_back(index_.words().Find(word));
      return;
    }
    const std::string loose = Loosen(word);
    const Range range = index_.LooseBeginningWith(loose);
    for (std::size_t place = range.first; place < range.last; ++place) {
      const std::size_t term = index_.TermByLoose(place);
      if (!is_open && index_.Loose(term) != loose) break;  // Equal ones come first.
      // Ås is not every company with AS in its name.
      const std::string_view other = index_.words().Term(term);
      if (IsLegalForm(other) && other != word) continue;
      parts->push_back(index_.words().At(term));
    }
  }

  // Documents with one of each word's terms, the rarest word first.
  DocSet Intersect(std::vector<std::vector<Postings>> atoms) const {
    std::ranges::sort(atoms, {}, CountOf);
    if (CountOf(atoms.front()) == 0) return DocSet(universe_);
    DocSet matches = DocSet::UnionOf(universe_, atoms.front());
    for (std::size_t i = 1; i < atoms.size(); ++i)
      matches.IntersectWith(DocSet::UnionOf(universe_, atoms[i]));
    return matches;
  }

  DocSet Match(const Variant& variant, Strictness strictness) const {
    std::vector<std::vector<Postings>> atoms;
    for (const std::string& word : variant.words) {
      const bool is_open = &word == &variant.words.back() && MayBeOpen(word);
      CollectWord(word, is_open, strictness, &atoms.emplace_back());
      if (CountOf(atoms.back()) == 0) return DocSet(universe_);
    }
    DocSet matches = Intersect(std::move(atoms));
    if (variant.split_words != 0) KeepTogether(variant, &matches);
    if (question_.consecutive) KeepPhrase(variant.words, strictness, &matches);
    return matches;
  }

  // The text of a name that is compared: with or without legal forms, loosened or not.
  std::string TextOf(Doc doc, Strictness strictness) const {
    const std::string_view text = question_.consecutive ? index_.Folded(doc) : index_.Content(doc);
    return strictness == Strictness::kExact ? std::string(text) : Loosen(text);
  }

  void KeepTogether(const Variant& variant, DocSet* matches) const {
    const auto first = variant.words.begin() + static_cast<std::ptrdiff_t>(variant.split_at);
    const auto last = first + static_cast<std::ptrdiff_t>(variant.split_words);
    const std::string phrase = Loosen(Join({first, last}));
    const bool is_open = last == variant.words.end() && IsOpen(variant.words);
    matches->Filter(
        [&](Doc doc) { return HoldsPhrase(Loosen(index_.Folded(doc)), phrase, is_open); });
  }

  void KeepPhrase(const Words& words, Strictness strictness, DocSet* matches) const {
    if (words.size() == 1) return;  // It stands next to nothing.
    const bool exact = strictness == Strictness::kExact;
    const std::string phrase = exact ? Join(words) : Loosen(Join(words));
    matches->Filter(
        [&](Doc doc) { return HoldsPhrase(TextOf(doc, strictness), phrase, IsOpen(words)); });
  }

  // How well a name matches: exact, exact but for the legal form, beginning, words in
  // order, rest.
  std::size_t ClassOf(Doc doc, const Words& words, Strictness strictness) const {
    const std::string text = TextOf(doc, strictness);
    const std::string wanted = Join(words);
    if (text == wanted) {
      const bool same_form = index_.Folded(doc) == Join(words_.all);
      return same_form ? 0 : 1;
    }
    if (text.starts_with(wanted) && (IsOpen(words) || text[wanted.size()] == ' ')) return 2;
    if (words.size() > 1 && HoldsInOrder(text, words, IsOpen(words))) return 3;
    return 4;
  }

  // Splits new matches by class and adds them behind what was found before.
  void AddTiers(DocSet matches, const Variant& variant, Strictness strictness) {
    constexpr std::size_t kClasses = 5;
    matches.Remove(found_);
    const std::size_t count = matches.Count();
    if (count == 0) return;
    found_.UniteWith(matches);
    const bool exact = strictness == Strictness::kExact;
    const Words words = exact ? variant.words : LoosenAll(variant.words);
    std::array<std::vector<Doc>, kClasses> classes;
    if (count <= kMostLookedAt) {
      matches.ForEach([&](Doc doc) { classes[ClassOf(doc, words, strictness)].push_back(doc); });
      matches = DocSet(universe_);
    } else if (exact) {
      TakeBeginning(words, &matches, &classes);
    }
    for (std::vector<Doc>& docs : classes) {
      std::ranges::sort(docs);
      if (!docs.empty()) tiers_.push_back(DocSet::FromList(universe_, std::move(docs)));
    }
    if (matches.Count() != 0) tiers_.push_back(std::move(matches));
  }

  // In a large set, the names that begin as asked are found by their order.
  void TakeBeginning(const Words& words, DocSet* matches,
                     std::array<std::vector<Doc>, 5>* classes) const {
    const Range range = index_.ContentsBeginningWith(Join(words));
    DocSet taken(universe_);
    for (std::size_t place = range.first; place < range.last; ++place) {
      const Doc doc = index_.ByContent(place);
      if (!matches->Contains(doc)) continue;
      const std::size_t name_class = ClassOf(doc, words, Strictness::kExact);
      if (name_class > 2) continue;
      (*classes)[name_class].push_back(doc);
    }
    std::vector<Doc> all;
    for (const std::vector<Doc>& docs : *classes) all.insert(all.end(), docs.begin(), docs.end());
    std::ranges::sort(all);
    matches->Remove(DocSet::FromList(universe_, std::move(all)));
  }

  // The question's words joined and split: FIT LAB and FITLAB, V G and VG.
  std::vector<Variant> OtherVariants() const {
    const Words& words = words_.content;
    std::vector<Variant> variants;
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      Words joined(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
      joined.push_back(words[at] + words[at + 1]);
      joined.insert(joined.end(), words.begin() + static_cast<std::ptrdiff_t>(at) + 2, words.end());
      variants.push_back({.words = std::move(joined)});
    }
    if (words.size() > 2) variants.push_back({.words = JoinInitials(words)});
    for (std::size_t at = 0; at < words.size(); ++at) AddSplits(at, &variants);
    if (variants.size() > kMostVariants) variants.resize(kMostVariants);
    return variants;
  }

  // Runs of single letters as one word each.
  static Words JoinInitials(const Words& words) {
    Words joined;
    bool in_run = false;
    for (const std::string& word : words) {
      const bool is_initial = base::CountCharacters(word) == 1;
      if (is_initial && in_run) {
        joined.back().append(word);
      } else {
        joined.push_back(word);
      }
      in_run = is_initial;
    }
    return joined;
  }

  // One word as two, and a short one as initials.
  void AddSplits(std::size_t at, std::vector<Variant>* variants) const {
    constexpr std::size_t kMostInitials = 4;
    const std::string& word = words_.content[at];
    const std::size_t letters = base::CountCharacters(word);
    for (std::size_t cut = 1; cut < word.size(); ++cut) {
      if ((static_cast<unsigned char>(word[cut]) & 0xC0U) == 0x80U) continue;  // Inside a letter.
      AddSplit(at, {word.substr(0, cut), word.substr(cut)}, variants);
    }
    if (letters < 2 || letters > kMostInitials || letters != word.size()) return;
    Words initials;
    for (const char letter : word) initials.emplace_back(1, letter);
    AddSplit(at, initials, variants);
  }

  void AddSplit(std::size_t at, const Words& parts, std::vector<Variant>* variants) const {
    if (index_.words().Find(parts.front()).count == 0) return;
    Variant variant{.words = words_.content, .split_at = at, .split_words = parts.size()};
    const auto place = variant.words.erase(variant.words.begin() + static_cast<std::ptrdiff_t>(at));
    variant.words.insert(place, parts.begin(), parts.end());
    variants->push_back(std::move(variant));
  }

  // Words with up to `most` errors, where nothing matches without.
  void AddMisspelt(std::size_t most) {
    if (words_.content.size() > kMostMisspeltWords) return;
    std::vector<std::vector<Postings>> atoms;
    for (const std::string& word : words_.content) {
      const bool is_last = &word == &words_.content.back();
      std::vector<Postings>& parts = atoms.emplace_back();
      CollectWord(word, is_last && MayBeOpen(word), Strictness::kLoose, &parts);
      CollectMisspelt(word, most, &parts);
      if (CountOf(parts) == 0) return;
    }
    DocSet matches = Intersect(std::move(atoms));
    if (matches.Count() == 0) return;
    found_.UniteWith(matches);
    tiers_.push_back(std::move(matches));
  }

  void CollectMisspelt(const std::string& word, std::size_t most,
                       std::vector<Postings>* parts) const {
    const std::size_t length = base::CountCharacters(word);
    if (HasDigit(word) || length < kOneErrorLetters) return;
    const std::size_t errors = length < kTwoErrorLetters ? 1 : most;
    const std::string loose = Loosen(word);
    const std::uint64_t letters = LetterMask(loose);
    const std::span<const std::uint64_t> all = index_.Letters();
    for (std::size_t term = 0; term < all.size(); ++term) {
      // An error changes at most two letters, so most words are passed by at a glance.
      if (std::popcount(letters ^ all[term]) > static_cast<int>(2 * errors)) continue;
      const std::string_view other = index_.Loose(term);
      if (HasDigit(other) || IsLegalForm(other) || !IsWithinEdits(loose, other, errors)) continue;
      parts->push_back(index_.words().At(term));
    }
  }

  const NameIndex& index_;
  std::size_t universe_;
  NameQuestion question_;
  NameWords words_;
  DocSet found_;
  std::vector<DocSet> tiers_;
};

}  // namespace

std::vector<DocSet> FindNames(const NameIndex& index, std::size_t universe,
                              const NameQuestion& question) {
  return NameFinder(index, universe, question).Find();
}

}  // namespace orgreg::search
