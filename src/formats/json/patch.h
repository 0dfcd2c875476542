// SPDX-License-Identifier: EUPL-1.2

// Computes the difference of two JSON texts as a patch (RFC 6902). Pure functions; safe from any
// thread.
//
// Values are compared as JSON, not as bytes: members in another order are the same, a string is the
// same however it is escaped. Numbers are compared as they are written, since 1.0 and 1.00 differ
// for a client that compares bytes. If an object has two members of one name, the last counts.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::formats {

// The operations (add, remove, replace) that lead from `before` to `after`, compact; "[]" if they
// are the same. Objects are changed member by member: old members in the order of `before`, then
// new ones in the order of `after`. Arrays are changed element by element, new ones at the end as
// "/-", or replaced if that is shorter. The same texts always give the same patch.
//
// Both are JSON (json/check.h). If `before` is not, the patch replaces the whole; if `after` is
// not, the result is empty.
std::string MakePatch(std::string_view before, std::string_view after);

}  // namespace orgreg::formats
