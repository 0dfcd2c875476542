// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/search_variants.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/values/percent.h"
#include "model/resources.h"

namespace orgreg::api {

using model::Parameter;
using search::Criterion;
using search::Query;

SearchVariants::SearchVariants(const Context& context, Query query)
    : context_(context), query_(std::move(query)), parameters_(model::Parameters(query_.kind)) {}

const Parameter& SearchVariants::ParameterOf(const Criterion& criterion) const {
  return parameters_[criterion.parameter];
}

std::string_view SearchVariants::NameOf(const Criterion& criterion) const {
  const Parameter& parameter = ParameterOf(criterion);
  if (!parameter.IsRange()) return parameter.name;
  return criterion.from ? std::string_view(parameter.from_name) : parameter.to_name;
}

base::Result<std::int64_t> SearchVariants::Total() const { return Count(query_); }

base::Result<FilterEffect> SearchVariants::EffectOf(std::size_t criterion) const {
  Query alone{.kind = query_.kind, .consecutive_name = query_.consecutive_name};
  alone.criteria.push_back(query_.criteria[criterion]);
  Query without = query_;
  without.criteria.erase(without.criteria.begin() + static_cast<std::ptrdiff_t>(criterion));
  return FilterEffect{.parameter = std::string(NameOf(query_.criteria[criterion])),
                      .alone = TRY(Count(std::move(alone))),
                      .without = TRY(Count(std::move(without)))};
}

base::Result<BetterValue> SearchVariants::With(std::string_view value, std::string_view text,
                                               std::size_t criterion, std::size_t item) const {
  Query query = query_;
  std::vector<std::string>& texts = query.criteria[criterion].texts;
  texts[item] = value;
  std::string list;
  for (const std::string& one : texts) list.append(list.empty() ? "" : ",").append(one);
  BetterValue better{.value = std::string(value),
                     .search = AddressWith(&ParameterOf(query.criteria[criterion]), list)};
  if (!text.empty()) better.text = std::string(text);
  better.total = TRY(Count(std::move(query)));
  return better;
}

base::Result<std::int64_t> SearchVariants::Count(Query query) const {
  query.page = {.size = 1};
  const search::Page page = TRY(context_.catalog->Search(query));
  return static_cast<std::int64_t>(page.total);
}

// All filters as they were sent, but the parameter `changed` with this value; null: with all of
// them. Size, page and order do not matter here.
Link SearchVariants::AddressWith(const Parameter* changed, std::string_view value) const {
  Link link{.href = fmt::format("{}{}/{}", context_.origin, model::kApiPath,
                                model::CollectionOf(query_.kind))};
  char before = '?';
  bool is_written = false;
  for (const http::QueryPair& pair : context_.query.pairs()) {
    const bool is_paging = pair.name == model::kPageParameter ||
                           pair.name == model::kSizeParameter || pair.name == model::kSortParameter;
    const bool is_changed = changed != nullptr && pair.name == changed->name;
    if (is_paging || (is_changed && is_written)) continue;
    link.href.push_back(std::exchange(before, '&'));
    base::AppendSafeQuery(pair.raw_name, &link.href);
    if (pair.has_value) link.href.push_back('=');
    if (is_changed) {
      base::AppendPercentEncoded(value, &link.href);
      is_written = true;
    } else {
      base::AppendSafeQuery(pair.raw_value, &link.href);
    }
  }
  return link;
}

}  // namespace orgreg::api
