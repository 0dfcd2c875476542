// SPDX-License-Identifier: EUPL-1.2

// Makes text from outside safe to repeat in messages and answers: an identification number that a
// client put in the wrong place is not repeated. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// Returns an unknown name itself if it has at most 64 bytes and five digits; otherwise words that
// stand for it.
std::string ShownName(std::string_view name);

// Returns the text with stars in place of digits wherever eleven or more stand together, or six and
// five with one sign between them.
std::string MaskedNumbers(std::string_view text);

}  // namespace orgreg::base
