// SPDX-License-Identifier: EUPL-1.2

// The limits of the specification, and the names of the parameters that every list
// takes. Constants.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orgreg::model {

// Spec, Limits: "(page+1)*size at most 10 000".
inline constexpr std::int64_t kMaxWindow = 10'000;
// Spec, Limits: "Default page size 20".
inline constexpr std::int64_t kDefaultPageSize = 20;
// Spec, Limits: "organisasjonsnummer filter at most 2000 items"; other lists have the same bound,
// which limits the cost of a search (docs/choices.md).
inline constexpr std::size_t kMaxListItems = 2000;
// Spec, Limits: "navn 1 to 180 characters".
inline constexpr std::size_t kMaxNameCharacters = 180;
// Spec, Limits: "Role updates size 1 to 10 000, default 100".
inline constexpr std::int64_t kMostRoleUpdates = 10'000;
inline constexpr std::int64_t kDefaultRoleUpdates = 100;
// Spec, Versioning: version 2 shows 1 to 4 employees only as a class.
inline constexpr std::int64_t kFewestShownEmployees = 5;

inline constexpr int kLatestVersion = 2;

// Spec, Common query parameters.
inline constexpr std::string_view kSortParameter = "sort";
inline constexpr std::string_view kSizeParameter = "size";
inline constexpr std::string_view kPageParameter = "page";

// Spec, Entity search parameters: the name, and the method of comparing it.
inline constexpr std::string_view kNameMethodParameter = "navnMetodeForSoek";
inline constexpr std::string_view kConsecutiveMethod = "FORTLOEPENDE";

// Reference, Legal roles and Voluntary register: the next page begins after this number.
inline constexpr std::string_view kSearchAfterParameter = "searchAfter";
// Reference, Voluntary and party registers: "size at most 100".
inline constexpr std::int64_t kMostVoluntary = 100;

// docs/choices.md, Roles.
inline constexpr std::size_t kMostLegalRoles = 1000;

// The prefixes of the two ends of a range.
inline constexpr std::string_view kFromPrefix = "fra";
inline constexpr std::string_view kToPrefix = "til";

}  // namespace orgreg::model
