// SPDX-License-Identifier: EUPL-1.2

// A search and variants of it: one filter alone, all others, another value in place of one. It
// counts them and has their addresses; explain.cc asks it. For one thread and one request: it
// borrows the context.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "api/extensions/bodies.h"
#include "api/extensions/explain.h"
#include "api/interface/context.h"
#include "base/result.h"
#include "model/units/parameters.h"
#include "search/request/query.h"

namespace orgreg::api {

class SearchVariants {
 public:
  SearchVariants(const Context& context, search::Query query);

  const search::Query& query() const { return query_; }
  const model::Parameter& ParameterOf(const search::Criterion& criterion) const;

  // The name that was sent; for a range the end that was given first.
  std::string_view NameOf(const search::Criterion& criterion) const;

  // The records that the search finds. The error of a damaged segment, here and below.
  base::Result<std::int64_t> Total() const;

  // What the filter of this criterion does to the search.
  base::Result<FilterEffect> EffectOf(std::size_t criterion) const;

  // The search with `value` in place of one of the texts of a criterion. `text` is the text of the
  // value; empty: it has none.
  base::Result<BetterValue> With(std::string_view value, std::string_view text,
                                 std::size_t criterion, std::size_t item) const;

  // The address of the specified search.
  Link Address() const { return AddressWith(nullptr, {}); }

 private:
  base::Result<std::int64_t> Count(search::Query query) const;
  Link AddressWith(const model::Parameter* changed, std::string_view value) const;

  const Context& context_;
  search::Query query_;
  std::span<const model::Parameter> parameters_;
};

}  // namespace orgreg::api
