// SPDX-License-Identifier: EUPL-1.2

// Texts to search for when the whole one finds nothing. UTF-8. Pure; safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace orgreg::api {

// The text without words that only connect others, which a name may have as a sign: "berg og dal"
// may be called "BERG & DAL". Nothing if there are none, or nothing else.
std::optional<std::string> WithoutConnectingWords(std::string_view text);

struct CutText {
  std::string begin = {};
  std::string last = {};  // The last word.
};
// Nothing if the text has fewer than two words.
std::optional<CutText> CutLastWord(std::string_view text);

}  // namespace orgreg::api
