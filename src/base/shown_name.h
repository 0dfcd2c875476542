// A name that came from outside and that nobody knows, as it may be told again in messages: an
// identification number that was put in the wrong place is not. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// The name itself where it has at most 64 bytes and five digits; otherwise words that say so.
std::string ShownName(std::string_view name);

}  // namespace orgreg::base
