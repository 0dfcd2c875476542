// What changed between two JSON texts, as a patch (RFC 6902), and back from a patch to the
// text. Pure functions; safe from any thread.
//
// Values are compared as JSON, not as bytes: members in another order are the same, a
// string is the same however it is escaped. Numbers are compared as they are written, since
// 1.0 and 1.00 are different answers to whoever compares bytes. Where an object has two
// members of one name, the last counts.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

// The operations (add, remove, replace) that lead from `before` to `after`, compact; "[]"
// where they are the same. Objects are changed member by member: what was there in the order
// of `before`, then what is new in the order of `after`. Arrays are changed element by
// element, new ones at the end as "/-", or replaced where that is shorter. The same texts
// always give the same patch.
//
// Both are JSON (json_check.h). Where `before` is not, the patch replaces the whole; where
// `after` is not, there is none and the result is empty.
std::string MakePatch(std::string_view before, std::string_view after);

// The document after the operations, compact: members keep their order, added ones come
// last. kInvalid where one of the texts is not JSON, where the patch is broken or uses
// another operation than the three, or where an operation points to what is not there.
base::Result<std::string> ApplyPatch(std::string_view before, std::string_view patch);

}  // namespace orgreg::formats
