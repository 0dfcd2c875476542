// What came from outside, as it may be told again in messages and answers: an identification
// number that was put in the wrong place is not. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// A name that nobody knows: itself where it has at most 64 bytes and five digits; otherwise words
// that say so.
std::string ShownName(std::string_view name);

// The text with stars for digits wherever eleven or more stand together, or six and five with
// one sign between.
std::string MaskedNumbers(std::string_view text);

}  // namespace orgreg::base
