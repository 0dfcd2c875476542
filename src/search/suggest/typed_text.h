// SPDX-License-Identifier: EUPL-1.2

// What somebody has typed into a search box so far, cut for suggestions (suggest.h). The last word
// may go on. Values; safe from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::search {

// A word, loosened (segment/name_words.h).
struct TypedWord {
  std::string loose = {};
  // The most typing errors that it may have: 0, 1 or 2.
  std::size_t errors = 0;
};

struct TypedText {
  std::vector<std::string> words = {};  // Folded, as typed, without legal forms.
  std::vector<TypedWord> loose = {};    // The same words.
  // The texts that a name may begin with, the better first: a legal form at the end may be the
  // beginning of another word.
  std::vector<std::string> beginnings = {};
  // The digits, if the text has nothing but digits, spaces and points, and at least
  // kFewestDigits and at most nine of them; otherwise empty.
  std::string digits = {};

  static constexpr std::size_t kFewestDigits = 3;
};

// `text` is well-formed UTF-8.
TypedText ReadTyped(std::string_view text);

}  // namespace orgreg::search
