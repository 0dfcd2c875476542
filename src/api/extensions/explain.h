// SPDX-License-Identifier: EUPL-1.2

// Why a search finds few records or none: what each filter does to it, and values that cannot find
// anything, with what to ask instead. A handler; see context.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "api/extensions/bodies.h"
#include "api/interface/context.h"
#include "base/result.h"
#include "model/schema/schema.h"
#include "model/unit.h"
#include "search/request/query.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome ExplainSearch(const Context& context, Reply* reply);

// The body.

// One filter: a range is one, whether one end was given or both.
struct FilterEffect {
  std::string parameter = {};
  std::int64_t alone = 0;    // The records that this filter alone finds.
  std::int64_t without = 0;  // Those that the search finds without it.
};
inline constexpr std::array<model::Row, 3> kFilterEffectRows = {
    model::Plain<&FilterEffect::parameter>("parameter"),
    model::Plain<&FilterEffect::alone>("totalAlone"),
    model::Plain<&FilterEffect::without>("totalWithout"),
};
inline constexpr model::SchemaOf<FilterEffect> kFilterEffectSchema = {{.rows = kFilterEffectRows}};

// A value in place of one that finds nothing.
struct BetterValue {
  std::string value = {};
  model::Text text = {};  // Of a code.
  std::int64_t total = 0;
  Link search = {};  // The same search with this value.
};
inline constexpr std::array<model::Row, 4> kBetterValueRows = {
    model::Plain<&BetterValue::value>("value"),
    model::Plain<&BetterValue::text>("text"),
    model::Plain<&BetterValue::total>("total"),
    model::Object<&BetterValue::search>("search", kLinkSchema),
};
inline constexpr model::SchemaOf<BetterValue> kBetterValueSchema = {{.rows = kBetterValueRows}};

struct SearchReason {
  std::string code = {};
  std::string parameter = {};
  model::Text value = {};
  std::string explanation = {};
  std::vector<BetterValue> suggestions = {};
  MaybeLink unit = {};
};
inline constexpr std::array<model::Row, 6> kSearchReasonRows = {
    model::Plain<&SearchReason::code>("code"),
    model::Plain<&SearchReason::parameter>("parameter"),
    model::Plain<&SearchReason::value>("value"),
    model::Plain<&SearchReason::explanation>("explanation"),
    model::List<&SearchReason::suggestions>("suggestions", kBetterValueSchema),
    model::Object<&SearchReason::unit>("unit", kLinkSchema),
};
inline constexpr model::SchemaOf<SearchReason> kSearchReasonSchema = {{.rows = kSearchReasonRows}};

struct Explanation {
  std::int64_t total = 0;
  std::vector<FilterEffect> filters = {};
  std::vector<SearchReason> reasons = {};
  Link search = {};
};
inline constexpr std::array<model::Row, 1> kExplanationLinkRows = {
    model::Object<&Explanation::search>("search", kLinkSchema),
};
inline constexpr model::Schema kExplanationLinksSchema = {.rows = kExplanationLinkRows};
inline constexpr std::array<model::Row, 4> kExplanationRows = {
    model::Plain<&Explanation::total>("total"),
    model::List<&Explanation::filters>("filters", kFilterEffectSchema),
    model::List<&Explanation::reasons>("reasons", kSearchReasonSchema),
    model::Group("_links", kExplanationLinksSchema),
};
inline constexpr model::SchemaOf<Explanation> kExplanationSchema = {{.rows = kExplanationRows}};

// The same as a value, for pages. It searches dozens of times: take a place of
// WorkShares::explaining before. The error of a damaged segment.
base::Result<Explanation> Explain(const Context& context, search::Query query);

}  // namespace orgreg::api
