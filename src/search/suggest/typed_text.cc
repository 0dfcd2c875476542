// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/typed_text.h"

#include <algorithm>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/org_number.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// The least letters of a word with one error, and with two: as in the search for names.
constexpr std::size_t kOneErrorLetters = 4;
constexpr std::size_t kTwoErrorLetters = 8;
// A longer word is of no name; comparing it would take long.
constexpr std::size_t kMostErrorLetters = 40;

std::size_t ErrorsOf(std::string_view loose) {
  const std::size_t letters = loose.size();
  if (letters < kOneErrorLetters || letters > kMostErrorLetters) return 0;
  if (std::ranges::any_of(loose, base::IsDigit)) return 0;
  return letters < kTwoErrorLetters ? 1 : 2;
}

std::string DigitsOf(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (base::IsDigit(c)) {
      digits.push_back(c);
    } else if (c != ' ' && c != '.') {
      return {};
    }
  }
  const bool fits =
      digits.size() >= TypedText::kFewestDigits && digits.size() <= base::OrgNumber::kDigits;
  return fits ? digits : std::string();
}

}  // namespace

TypedText ReadTyped(std::string_view text) {
  TypedText typed{.digits = DigitsOf(text)};
  NameWords words = SplitName(text);
  if (words.all.empty()) return typed;
  if (IsLegalForm(words.all.back()) && words.all.back() != words.content.back()) {
    std::vector<std::string> open = words.content;
    open.push_back(words.all.back());
    typed.beginnings.push_back(Join(open));
  }
  typed.beginnings.push_back(Join(words.content));
  typed.words = std::move(words.content);
  for (const std::string& word : typed.words) {
    TypedWord loose{.loose = Loosen(word)};
    loose.errors = ErrorsOf(loose.loose);
    typed.loose.push_back(std::move(loose));
  }
  return typed;
}

}  // namespace orgreg::search
