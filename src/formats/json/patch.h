// Computes the difference of two JSON texts as a patch (RFC 6902), and applies a patch to a text.
// Pure functions; safe from any thread.
//
// Values are compared as JSON, not as bytes: members in another order are the same, a string is the
// same however it is escaped. Numbers are compared as they are written, since 1.0 and 1.00 differ
// for a client that compares bytes. If an object has two members of one name, the last counts.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

// The operations (add, remove, replace) that lead from `before` to `after`, compact; "[]" if they
// are the same. Objects are changed member by member: old members in the order of `before`, then
// new ones in the order of `after`. Arrays are changed element by element, new ones at the end as
// "/-", or replaced if that is shorter. The same texts always give the same patch.
//
// Both are JSON (json/check.h). If `before` is not, the patch replaces the whole; if `after` is
// not, the result is empty.
std::string MakePatch(std::string_view before, std::string_view after);

// The document after the operations, compact: members keep their order, added ones come last.
// kInvalid if one of the texts is not JSON, if the patch is broken or uses another operation than
// the three, or if an operation points to something that does not exist.
base::Result<std::string> ApplyPatch(std::string_view before, std::string_view patch);

}  // namespace orgreg::formats
