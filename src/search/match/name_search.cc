// SPDX-License-Identifier: EUPL-1.2

// NameFinder tries the spellings of a query one after another: as written, with other letters, with
// words joined or split, and with errors. The new matches of each, in all layers, are a group.
// Groups are split into tiers, which are sorted at the end; large ones only as far as the question
// reaches.

#include "search/match/name_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "base/values/fold.h"
#include "search/columns/doc_set.h"
#include "search/match/name_classes.h"
#include "search/match/name_layer.h"
#include "search/match/name_variant.h"
#include "search/match/word_terms.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// The names of larger sets are not read one by one, which would cost more than it helps.
constexpr std::size_t kMostLookedAt = 8192;
// The most ways to write the words of one query; no real name has so many.
constexpr std::size_t kMostVariants = 64;
// The most words for which errors are searched: each costs a look at every word of the index.
constexpr std::size_t kMostMisspeltWords = 8;
// The most words of a name with one error: the search leaves out each word in turn.
constexpr std::size_t kMostNearWords = 16;

bool HasNorwegianLetter(std::string_view word) {
  return std::ranges::any_of(std::array<std::string_view, 3>{"æ", "ø", "å"}, [&](auto letter) {
    return word.find(letter) != std::string_view::npos;
  });
}

// A query of few words is quick to answer if one of them occurs in few names.
constexpr std::size_t kMostQuickWords = 6;
constexpr std::size_t kMostQuickNames = 10'000;

// The number of names with the word as written or, if there is none, in other letters. If the word
// may go on, names count once for each word that begins with it.
std::size_t CountNamesWith(const std::string& word, bool may_go_on,
                           std::span<const NameLayer> layers) {
  std::size_t exact = 0;
  std::size_t loose = 0;
  const auto count = [](std::span<const Postings> parts) {
    return std::transform_reduce(parts.begin(), parts.end(), std::size_t{0}, std::plus<>(),
                                 [](const Postings& part) -> std::size_t { return part.count; });
  };
  for (const NameLayer& layer : layers) {
    WordTerms terms(*layer.names, word, may_go_on);
    exact += count(terms.ExactParts());
    if (exact == 0) loose += count(terms.LooseParts());
  }
  return exact != 0 ? exact : loose;
}

// Finds the tiers of one query.
class NameFinder {
 public:
  NameFinder(std::span<const NameLayer> layers, const NameQuestion& question)
      : consecutive_(question.consecutive),
        reach_(question.reach),
        words_(SplitName(question.text)),
        has_norwegian_letters_(std::ranges::any_of(words_.all, HasNorwegianLetter)) {
    // In consecutive comparison a legal form is a word like any other.
    if (consecutive_) words_.content = words_.all;
    for (const NameLayer& layer : layers) {
      layers_.emplace_back(layer, consecutive_, words_.all);
      classes_.emplace_back(layer, consecutive_, words_.all);
    }
  }

  FoundNames Find() && {
    if (words_.content.empty()) return {};
    Add({.words = words_.content, .strictness = Strictness::kExact}, Spelling::kAsWritten);
    Add({.words = words_.content, .follows_exact = true}, Spelling::kOtherLetters);
    const bool is_written_so = !groups_.empty();
    for (const Variant& variant : OtherVariants()) Add(variant, Spelling::kJoinedOrSplit);
    if (!is_written_so && !consecutive_) AddMisspelt();
    return Sorted();
  }

 private:
  // How a match is spelt, best first.
  enum class Spelling : std::uint8_t { kAsWritten, kOtherLetters, kJoinedOrSplit, kWithErrors };
  struct Tier {
    Spelling spelling = Spelling::kAsWritten;
    NameClass name_class = NameClass::kRest;
    LayeredSet docs = {};
    // Instead of documents, until the tier is reached: where its names are in each layer, or the
    // group that has what is in no tier before.
    std::vector<Range> places = {};
    const LayeredSet* rest_of = nullptr;
  };

  // A whole name comes before all names that only contain the words, even in another spelling; but
  // a client that writes æ, ø or å means that letter.
  bool IsWhole(const Tier& tier) const {
    if (tier.spelling == Spelling::kAsWritten) return tier.name_class <= NameClass::kSameWords;
    if (tier.spelling == Spelling::kOtherLetters && has_norwegian_letters_) return false;
    return tier.name_class <= NameClass::kWholeButForm;
  }

  // The whole names first; otherwise in the order of addition, the best spelling first.
  FoundNames Sorted() {
    FoundNames found;
    for (const LayeredSet& group : groups_) found.count += Count(group);
    std::size_t left = reach_;
    for (const bool is_whole : {true, false}) {
      for (Tier& tier : tiers_) {
        if (left == 0 || IsWhole(tier) != is_whole) continue;
        LayeredSet docs = DocsOf(std::move(tier), found.tiers, left);
        left -= std::min(left, Count(docs));
        found.tiers.push_back(std::move(docs));
      }
    }
    if (left == 0) std::ranges::move(groups_, std::back_inserter(found.unordered));
    return found;
  }

  // At least the first `most` documents of a tier, or all.
  LayeredSet DocsOf(Tier tier, std::span<const LayeredSet> before, std::size_t most) const {
    if (tier.rest_of != nullptr) return RestOf(*tier.rest_of, before, most);
    for (std::size_t i = 0; i < tier.places.size(); ++i)
      tier.docs.push_back(classes_[i].BestOf(tier.places[i], most));
    return std::move(tier.docs);
  }

  // What of a group is in none of the tiers, at least the first `most` documents.
  LayeredSet RestOf(const LayeredSet& group, std::span<const LayeredSet> tiers,
                    std::size_t most) const {
    LayeredSet rest;
    rest.reserve(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      // Of so many at most those in the tiers are too many.
      std::size_t enough = std::min(most, group[i].Count());
      for (const LayeredSet& tier : tiers) enough += tier[i].Count();
      DocSet& docs = rest.emplace_back(classes_[i].BestOf(group[i], enough));
      for (const LayeredSet& tier : tiers) docs.Remove(tier[i]);
    }
    return rest;
  }

  // The matches of each layer that are not hidden, and in no group yet.
  template <typename Match>
  LayeredSet FindNew(Match match) {
    LayeredSet matches;
    matches.reserve(layers_.size());
    for (NameMatcher& layer : layers_) {
      const std::size_t at = matches.size();
      DocSet& found = matches.emplace_back(match(layer));
      found.Remove(layer.hidden());
      for (const LayeredSet& group : groups_) found.Remove(group[at]);
    }
    return matches;
  }

  // The new matches, if there are any.
  template <typename Match>
  const LayeredSet* AddGroup(Match match) {
    LayeredSet matches = FindNew(match);
    if (Count(matches) == 0) return nullptr;
    return &groups_.emplace_back(std::move(matches));
  }

  // Splits new matches by class.
  void Add(const Variant& variant, Spelling spelling) {
    const LayeredSet* const group =
        AddGroup([&](NameMatcher& layer) { return layer.Match(variant); });
    // Where no order is wanted, classes only say whether errors are tried as well: not if a name is
    // written so or in other letters.
    if (group == nullptr || (reach_ == 0 && spelling <= Spelling::kOtherLetters)) return;
    // For a single word only its occurrences are known.
    const bool is_large = Count(*group) > kMostLookedAt || variant.words.size() == 1;
    if (is_large && classes_.front().HasPlaces(variant)) {
      AddPlaces(variant, spelling);
    } else if (Count(*group) <= kMostLookedAt) {
      return AddClasses(*group, variant, spelling);
    }
    tiers_.push_back({.spelling = spelling, .rest_of = group});
  }

  void AddPlaces(const Variant& variant, Spelling spelling) {
    Tier whole{.spelling = spelling, .name_class = NameClass::kWhole};
    Tier but_form{.spelling = spelling, .name_class = NameClass::kWholeButForm};
    Tier beginning{.spelling = spelling, .name_class = NameClass::kBeginning};
    for (const NameClasses& layer : classes_) {
      NameClasses::Places places = layer.FindPlaces(variant);
      whole.docs.push_back(std::move(places.whole));
      but_form.docs.push_back(std::move(places.whole_but_form));
      beginning.places.push_back(places.beginning);
    }
    AddTier(std::move(whole));
    AddTier(std::move(but_form));
    tiers_.push_back(std::move(beginning));
  }

  void AddClasses(const LayeredSet& group, const Variant& variant, Spelling spelling) {
    std::vector<ByClass<DocSet>> classes;
    classes.reserve(group.size());
    for (std::size_t i = 0; i < group.size(); ++i)
      classes.push_back(classes_[i].Split(group[i], variant));
    for (std::size_t at = 0; at < kNameClasses; ++at) {
      Tier tier{.spelling = spelling, .name_class = static_cast<NameClass>(at)};
      for (ByClass<DocSet>& of_layer : classes) tier.docs.push_back(std::move(of_layer[at]));
      AddTier(std::move(tier));
    }
  }

  void AddTier(Tier tier) {
    if (Count(tier.docs) != 0) tiers_.push_back(std::move(tier));
  }

  // If no name matches as written: whole names with one error; and if there are no matches at all,
  // names with errors in any of the words.
  void AddMisspelt() {
    const auto is_whole = [this](const Tier& tier) { return IsWhole(tier); };
    if (std::ranges::any_of(tiers_, is_whole)) return;
    const Words& words = words_.content;
    const bool is_all = groups_.empty();
    if (words.size() <= kMostNearWords) {
      AddWithErrors(NameClass::kWhole, [&](NameMatcher& layer) { return layer.MatchNear(words); });
    }
    if (!is_all || words.size() > kMostMisspeltWords) return;
    for (std::size_t most = 1; most == 1 || (most == 2 && groups_.empty()); ++most) {
      AddWithErrors(NameClass::kRest,
                    [&](NameMatcher& layer) { return layer.MatchMisspelt(words, most); });
    }
  }

  template <typename Match>
  void AddWithErrors(NameClass name_class, Match match) {
    const LayeredSet* const group = AddGroup(match);
    if (group == nullptr) return;
    tiers_.push_back({.spelling = Spelling::kWithErrors, .name_class = name_class, .docs = *group});
  }

  // The query's words joined and split: FIT LAB and FITLAB, V G and VG.
  std::vector<Variant> OtherVariants() {
    const Words& words = words_.content;
    std::vector<Variant> variants;
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      Words joined(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
      joined.push_back(words[at] + words[at + 1]);
      joined.insert(joined.end(), words.begin() + static_cast<std::ptrdiff_t>(at) + 2, words.end());
      variants.push_back({.words = std::move(joined)});
    }
    if (words.size() > 2) variants.push_back({.words = JoinInitials(words)});
    std::size_t count = variants.size();
    for (std::size_t at = 0; at < words.size(); ++at) AddSplits(at, &count, &variants);
    if (variants.size() > kMostVariants) variants.resize(kMostVariants);
    return variants;
  }

  // Joins runs of single letters to one word each.
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

  // Splits one word into two, and a short one into initials. Most splits have a part that is no
  // word: they count as variants, but are not made.
  void AddSplits(std::size_t at, std::size_t* count, std::vector<Variant>* variants) {
    constexpr std::size_t kMostInitials = 4;
    const std::string& word = words_.content[at];
    const bool is_last = at + 1 == words_.content.size();
    const std::size_t letters = base::CountCharacters(word);
    for (std::size_t cut = 1; cut < word.size() && *count < kMostVariants; ++cut) {
      if ((static_cast<unsigned char>(word[cut]) & 0xC0U) == 0x80U) continue;  // Inside a letter.
      if (!HasWord(std::string_view(word).substr(0, cut))) continue;
      ++*count;
      const std::string rest = word.substr(cut);
      if (HasLoose(rest, is_last)) AddSplit(at, {word.substr(0, cut), rest}, variants);
    }
    if (letters < 2 || letters > kMostInitials || letters != word.size()) return;
    if (*count == kMostVariants || !HasWord(std::string_view(word).substr(0, 1))) return;
    ++*count;
    Words initials;
    for (const char letter : word) initials.emplace_back(1, letter);
    AddSplit(at, initials, variants);
  }

  bool HasWord(std::string_view word) const {
    return std::ranges::any_of(layers_,
                               [&](const NameMatcher& layer) { return layer.HasWord(word); });
  }

  bool HasLoose(const std::string& word, bool may_go_on) {
    return std::ranges::any_of(layers_,
                               [&](NameMatcher& layer) { return layer.HasLoose(word, may_go_on); });
  }

  void AddSplit(std::size_t at, const Words& parts, std::vector<Variant>* variants) const {
    Variant variant{.words = words_.content, .split_at = at, .split_words = parts.size()};
    const auto place = variant.words.erase(variant.words.begin() + static_cast<std::ptrdiff_t>(at));
    variant.words.insert(place, parts.begin(), parts.end());
    variants->push_back(std::move(variant));
  }

  bool consecutive_;
  std::size_t reach_;
  NameWords words_;
  bool has_norwegian_letters_;
  std::vector<NameMatcher> layers_;
  std::vector<NameClasses> classes_;  // By layer.
  std::deque<LayeredSet> groups_;
  std::vector<Tier> tiers_;
};

}  // namespace

FoundNames FindNames(std::span<const NameLayer> layers, const NameQuestion& question) {
  return NameFinder(layers, question).Find();
}

bool IsQuickToFind(std::span<const NameLayer> layers, const NameQuestion& question) {
  const Words words = SplitName(question.text).content;
  if (words.empty() || words.size() > kMostQuickWords) return words.empty();
  std::size_t rarest = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : words) {
    const bool may_go_on = &word == &words.back() && IsOpen(words);
    const std::size_t count = CountNamesWith(word, may_go_on, layers);
    if (count == 0) return false;
    rarest = std::min(rarest, count);
  }
  return rarest <= kMostQuickNames;
}

}  // namespace orgreg::search
