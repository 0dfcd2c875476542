// SPDX-License-Identifier: EUPL-1.2

// The Reconciliation Service API 0.2 (docs/extensions.md), on top of matching. Handlers; see
// context.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"

namespace orgreg::api {

// By GET: the manifest, or the answer to the queries or the data extension of a parameter.
Outcome ShowReconciliation(const Context& context, Reply* reply);
// By POST: the answer to the queries or the data extension of a form.
Outcome Reconcile(const Context& context, Reply* reply);
Outcome SuggestForReconciliation(const Context& context, Reply* reply);
Outcome ProposeProperties(const Context& context, Reply* reply);
Outcome PreviewUnit(const Context& context, Reply* reply);

// The most bytes of a form.
inline constexpr std::size_t kReconcileBytes = std::size_t{256} << 10;

// The parameters.

bool AreQueries(std::string_view json);
bool IsExtension(std::string_view json);

inline constexpr ParameterRow kQueries = {
    .name = "queries",
    .wrong = Reason::kNotReconciliation,
    .is_right = AreQueries,
    .meaning = "A batch of queries as a JSON object (Reconciliation Service API 0.2).",
    .meaning_norwegian = "En bunke spørringer som JSON-objekt (Reconciliation Service API 0.2).",
    .example = R"({"q0":{"query":"972693715"}})",
};
inline constexpr ParameterRow kExtend = {
    .name = "extend",
    .wrong = Reason::kNotReconciliation,
    .is_right = IsExtension,
    .meaning = "A query of data extension as a JSON object (Reconciliation Service API 0.2).",
    .meaning_norwegian =
        "En spørring om flere data som JSON-objekt (Reconciliation Service API 0.2).",
};
inline constexpr ParameterRow kPrefix = {
    .name = "prefix",
    .takes = Takes::kName,
    .wrong = Reason::kNameLength,
    .empty = Reason::kNameLength,
    .is_required = true,
    .meaning = "The beginning of a name.",
    .meaning_norwegian = "Begynnelsen på et navn.",
};
inline constexpr ParameterRow kUnitType = {
    .name = "type",
    .is_right = [](std::string_view) { return true; },
    .meaning = "entity or sub-entity; both have the same properties.",
    .meaning_norwegian = "entity eller sub-entity; begge har de samme egenskapene.",
};
// Lists end after so many; a larger number is taken for the next one.
inline constexpr std::int64_t kMostListed = 50;
inline constexpr ParameterRow kSkipped = {
    .name = "cursor",
    .takes = Takes::kWhole,
    .wrong = Reason::kNotBetween,
    .least = 0,
    .most = kMostListed + 1,
    .takes_any_larger = true,
    .meaning = "How many suggestions are left out, the best first.",
    .meaning_norwegian = "Hvor mange forslag som utelates, de beste først.",
};
constexpr ParameterRow ListedMost(std::int64_t usual) {
  return {.name = "limit",
          .takes = Takes::kWhole,
          .wrong = Reason::kNotBetween,
          .most = kMostListed + 1,
          .usual = usual,
          .takes_any_larger = true,
          .meaning = "How many are sent at most, the first ones.",
          .meaning_norwegian = "Hvor mange som høyst sendes, de første."};
}
inline constexpr ParameterRow kSuggestedMost = ListedMost(10);
inline constexpr ParameterRow kPropertiesMost = ListedMost(kMostListed);
inline constexpr ParameterRow kPreviewed = {
    .name = "id",
    .rule = model::Rule::kOrgNumber,
    .is_required = true,
    .meaning = "The organisation number.",
    .meaning_norwegian = "Organisasjonsnummeret.",
};

}  // namespace orgreg::api
