// SPDX-License-Identifier: EUPL-1.2

// Suggestions for a text that is being typed: units, numbers, places and industries. A handler; see
// context.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/extensions/bodies.h"
#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::api {

Outcome SuggestAsTyped(const Context& context, Reply* reply);

// The parameters.

inline constexpr ParameterRow kTyped = {
    .name = "text",
    .takes = Takes::kName,
    .wrong = Reason::kNameLength,
    .empty = Reason::kNameLength,
    .is_required = true,
    .meaning = "What has been typed so far; the last word may go on.",
    .meaning_norwegian = "Det som er skrevet til nå; det siste ordet kan fortsette.",
};
// In the order that decides between equal suggestions.
enum class SuggestKind : std::uint8_t { kMunicipality, kPostTown, kIndustry, kEntity, kSubEntity };
inline constexpr std::array<std::string_view, 5> kSuggestKinds = {
    "municipality", "postTown", "industry", "entity", "sub-entity"};
inline constexpr ParameterRow kSuggestKind = {
    .name = "kinds",
    .takes = Takes::kChoices,
    .wrong = Reason::kNotChoice,
    .choices = kSuggestKinds,
    .meaning = "The kinds that are suggested; without it, all of them.",
    .meaning_norwegian = "Bare forslag av disse typene; uten den av alle.",
};
inline constexpr std::int64_t kMostSuggestions = 50;
inline constexpr ParameterRow kSuggestLimit = {
    .name = "limit",
    .takes = Takes::kWhole,
    .wrong = Reason::kNotBetween,
    .most = kMostSuggestions,
    .usual = 10,
    .meaning = "How many suggestions are sent at most, the best first.",
    .meaning_norwegian = "Hvor mange forslag som høyst sendes, de beste først.",
};

// The body.

// A part of a label, in UTF-16 code units, as JavaScript, Java and C# count: from `start` to before
// `end`.
struct Mark {
  std::int64_t start = 0;
  std::int64_t end = 0;
};
inline constexpr std::array<model::Row, 2> kMarkRows = {
    model::Plain<&Mark::start>("start"),
    model::Plain<&Mark::end>("end"),
};
inline constexpr model::SchemaOf<Mark> kMarkSchema = {{.rows = kMarkRows}};

struct SuggestedItem {
  std::string kind = {};
  std::string label = {};
  model::Number number = {};
  model::Text code = {};
  model::Text form = {};
  model::Text place = {};
  model::Flag inactive = {};
  std::vector<Mark> matched = {};
  // What a search by the suggestion takes.
  model::Text entity_filter = {};
  model::Text sub_entity_filter = {};
  MaybeLink record = {};
  MaybeLink entities = {};
  MaybeLink sub_entities = {};
};
inline constexpr std::array<model::Row, 3> kSuggestedLinkRows = {
    model::Object<&SuggestedItem::record>("record", kLinkSchema),
    model::Object<&SuggestedItem::entities>("entities", kLinkSchema),
    model::Object<&SuggestedItem::sub_entities>("subEntities", kLinkSchema),
};
inline constexpr model::Schema kSuggestedLinksSchema = {.rows = kSuggestedLinkRows};
inline constexpr std::array<model::Row, 11> kSuggestedRows = {
    model::Plain<&SuggestedItem::kind>("kind"),
    model::Plain<&SuggestedItem::label>("label"),
    model::Plain<&SuggestedItem::number>("organisationNumber"),
    model::Plain<&SuggestedItem::code>("code"),
    model::Plain<&SuggestedItem::form>("form"),
    model::Plain<&SuggestedItem::place>("place"),
    model::Plain<&SuggestedItem::inactive>("inactive"),
    model::List<&SuggestedItem::matched>("matched", kMarkSchema),
    model::Plain<&SuggestedItem::entity_filter>("entityFilter"),
    model::Plain<&SuggestedItem::sub_entity_filter>("subEntityFilter"),
    model::Group("_links", kSuggestedLinksSchema),
};
inline constexpr model::SchemaOf<SuggestedItem> kSuggestedSchema = {{.rows = kSuggestedRows}};

struct Suggestions {
  std::vector<SuggestedItem> items = {};
};
inline constexpr std::array<model::Row, 1> kSuggestionsRows = {
    model::List<&Suggestions::items>("suggestions", kSuggestedSchema),
};
inline constexpr model::SchemaOf<Suggestions> kSuggestionsSchema = {{.rows = kSuggestionsRows}};

}  // namespace orgreg::api
