#include "search/name_words.h"

#include <algorithm>
#include <array>

#include "base/fold.h"

namespace orgreg::search {
namespace {

// Legal forms as they stand in names. Only what is no ordinary word as well.
constexpr std::array<std::string_view, 12> kLegalForms = {"as", "asa", "sa",  "da", "ans", "ba",
                                                          "ks", "nuf", "iks", "kf", "fkf", "sf"};

// Calls `visit` with each word of a folded name that is not of a legal form.
template <typename Visit>
void ForEachContentWord(std::string_view folded, Visit visit) {
  bool follows_a = false;  // An "a" was held back: with "s" behind it is "A/S".
  base::ForEachWord(folded, [&](std::string_view word) {
    const bool ends_form = follows_a && word == "s";
    if (follows_a && !ends_form) visit("a");
    follows_a = word == "a";
    if (!ends_form && !follows_a && !IsLegalForm(word)) visit(word);
  });
  if (follows_a) visit("a");
}

}  // namespace

bool IsLegalForm(std::string_view word) {
  return std::ranges::find(kLegalForms, word) != kLegalForms.end();
}

NameWords SplitName(std::string_view name) {
  const std::string folded = base::FoldedText(name);
  NameWords words;
  base::ForEachWord(folded, [&](std::string_view word) { words.all.emplace_back(word); });
  ForEachContentWord(folded, [&](std::string_view word) { words.content.emplace_back(word); });
  if (words.content.empty()) words.content = words.all;
  return words;
}

void AppendContent(std::string_view folded, std::string* out) {
  const std::size_t begin = out->size();
  ForEachContentWord(folded, [&](std::string_view word) {
    if (out->size() > begin) out->push_back(' ');
    out->append(word);
  });
  if (out->size() == begin) out->append(folded);
}

std::string Join(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) {
    if (!joined.empty()) joined.push_back(' ');
    joined.append(word);
  }
  return joined;
}

std::string Loosen(std::string_view word) {
  std::string loose;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const std::string_view pair = word.substr(at, 2);  // Two letters, or one of two bytes.
    if (pair == "æ") {
      loose.append("ae");
      ++at;
    } else if (pair == "ø" || pair == "oe") {
      loose.push_back('o');
      ++at;
    } else if (pair == "å" || pair == "aa") {
      loose.push_back('a');
      ++at;
    } else {
      loose.push_back(word[at]);
    }
  }
  return loose;
}

std::uint64_t LetterMask(std::string_view word) {
  std::uint64_t mask = 0;
  for (const char c : word) mask |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64U);
  return mask;
}

bool IsWithinEdits(std::string_view a, std::string_view b, std::size_t most) {
  constexpr std::size_t kLongest = 64;
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > most || b.size() > kLongest) return false;
  // Rows of the table of distances between beginnings of a and b: two back, one back, now.
  std::array<std::array<std::uint8_t, kLongest + 1>, 3> rows = {};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& now = rows[i % 3];
    const auto& before = rows[(i - 1) % 3];
    now[0] = static_cast<std::uint8_t>(i);
    std::uint8_t least = now[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      int best = std::min({replaced, before[j] + 1, now[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) best = std::min(best, rows[(i - 2) % 3][j - 2] + 1);
      now[j] = static_cast<std::uint8_t>(best);
      least = std::min(least, now[j]);
    }
    if (least > most) return false;
  }
  return rows[a.size() % 3][b.size()] <= most;
}

}  // namespace orgreg::search
