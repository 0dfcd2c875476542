#include "search/name_search.h"

#include <algorithm>
#include <utility>

#include "base/fold.h"
#include "search/name_layer.h"
#include "search/name_words.h"

namespace orgreg::search {
namespace {

// Larger sets are not looked at name by name, which would cost more than it helps.
constexpr std::size_t kMostLookedAt = 8192;
// Ways to write the words of one question; nobody's name has so many.
constexpr std::size_t kMostVariants = 64;
// Looking for errors costs a look at every word there is, for each word asked for.
constexpr std::size_t kMostMisspeltWords = 8;

// One question on its way to its tiers.
class NameFinder {
 public:
  NameFinder(std::span<const NameLayer> layers, const NameQuestion& question)
      : consecutive_(question.consecutive), words_(SplitName(question.text)) {
    // Word for word, a legal form is a word like any other.
    if (consecutive_) words_.content = words_.all;
    for (const NameLayer& layer : layers) layers_.emplace_back(layer, consecutive_, words_.all);
  }

  std::vector<LayeredSet> Find() && {
    if (words_.content.empty()) return {};
    AddTiers({.words = words_.content, .strictness = Strictness::kExact});
    AddTiers({.words = words_.content, .follows_exact = true});
    for (const Variant& variant : OtherVariants()) AddTiers(variant);
    if (tiers_.empty() && !consecutive_) AddMisspelt(1);
    if (tiers_.empty() && !consecutive_) AddMisspelt(2);
    return std::move(tiers_);
  }

 private:
  // Splits what is new by class and adds it behind what was found before.
  void AddTiers(const Variant& variant) {
    LayeredSet matches;
    for (NameMatcher& layer : layers_) matches.push_back(layer.FindNew(variant));
    const std::size_t count = Count(matches);
    if (count == 0) return;
    // Of a single word no more can be told than where it stands.
    const bool is_large = count > kMostLookedAt || variant.words.size() == 1;
    if (is_large && layers_.front().CanTakeBeginning(variant)) {
      AddBeginnings(variant, &matches);
    } else if (count <= kMostLookedAt) {
      AddClasses(variant, &matches);
    }
    AddTier(std::move(matches));
  }

  void AddBeginnings(const Variant& variant, LayeredSet* matches) {
    std::vector<std::vector<DocSet>> classes;
    classes.reserve(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i)
      classes.push_back(layers_[i].TakeBeginning(variant, &(*matches)[i]));
    for (std::size_t name_class = 0; name_class < classes.front().size(); ++name_class) {
      LayeredSet tier;
      for (auto& of_layer : classes) tier.push_back(std::move(of_layer[name_class]));
      AddTier(std::move(tier));
    }
  }

  void AddClasses(const Variant& variant, LayeredSet* matches) {
    std::vector<Classes> classes;
    classes.reserve(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      classes.push_back(layers_[i].Classify((*matches)[i], variant));
      (*matches)[i] = DocSet((*matches)[i].universe());
    }
    for (std::size_t name_class = 0; name_class < kNameClasses; ++name_class) {
      LayeredSet tier;
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        tier.push_back(
            DocSet::FromList((*matches)[i].universe(), std::move(classes[i][name_class])));
      }
      AddTier(std::move(tier));
    }
  }

  void AddTier(LayeredSet tier) {
    if (Count(tier) != 0) tiers_.push_back(std::move(tier));
  }

  // Words with up to `most` errors, where nothing matches without.
  void AddMisspelt(std::size_t most) {
    if (words_.content.size() > kMostMisspeltWords) return;
    LayeredSet matches;
    for (NameMatcher& layer : layers_) matches.push_back(layer.FindMisspelt(words_.content, most));
    AddTier(std::move(matches));
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
    const auto has_first = [&](const NameMatcher& layer) { return layer.HasWord(parts.front()); };
    if (std::ranges::none_of(layers_, has_first)) return;
    Variant variant{.words = words_.content, .split_at = at, .split_words = parts.size()};
    const auto place = variant.words.erase(variant.words.begin() + static_cast<std::ptrdiff_t>(at));
    variant.words.insert(place, parts.begin(), parts.end());
    variants->push_back(std::move(variant));
  }

  bool consecutive_;
  NameWords words_;
  std::vector<NameMatcher> layers_;
  std::vector<LayeredSet> tiers_;
};

}  // namespace

std::vector<LayeredSet> FindNames(std::span<const NameLayer> layers, const NameQuestion& question) {
  return NameFinder(layers, question).Find();
}

}  // namespace orgreg::search
