// Parameters that are given at most once, declared as a table: what each is called and how
// its value is taken. For resources whose parameters are no filters of a search. Pure functions.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface/list_frame.h"
#include "http/message/query.h"
#include "search/request/problem.h"

namespace orgreg::api {

template <typename Asked>
struct SingleParameter {
  std::string_view name = {};
  // Sets what is asked for, or tells why the value cannot be taken; it is not empty.
  std::optional<search::Reason> (*take)(std::string_view value, Asked* asked) = nullptr;
};

// What becomes of parameters that the table does not have (docs/choices.md, Unknown parameters).
enum class Unknown : std::uint8_t { kRefused, kPassedOver };

// Usable only where `problems` stays empty: every wrong parameter is named.
template <typename Asked>
Asked TakeParameters(std::span<const SingleParameter<Asked>> table, const http::Query& query,
                     search::Problems* problems, Unknown unknown = Unknown::kRefused) {
  Asked asked;
  std::vector<std::string_view> seen;
  const auto take = [&](const search::Argument& argument) -> std::optional<search::Reason> {
    const auto row = std::ranges::find(table, argument.name, &SingleParameter<Asked>::name);
    if (row == table.end()) return search::Reason::kUnknownParameter;
    if (std::ranges::find(seen, argument.name) != seen.end()) return search::Reason::kRepeated;
    seen.push_back(argument.name);
    if (argument.value.empty()) return search::Reason::kEmpty;
    return row->take(argument.value, &asked);
  };
  for (const http::QueryPair& pair : query.pairs()) {
    const bool is_known =
        std::ranges::find(table, pair.name, &SingleParameter<Asked>::name) != table.end();
    // A name that does not decode may have been meant for any of them.
    const bool has_name = !pair.name.empty() || pair.raw_name.empty();
    if (!is_known && has_name && unknown == Unknown::kPassedOver) continue;
    const std::optional<search::Argument> argument = ArgumentOf(pair, problems);
    const std::optional<search::Reason> reason = argument ? take(*argument) : std::nullopt;
    if (!reason) continue;
    problems->push_back({.reason = *reason,
                         .parameters = {std::string(argument->name)},
                         .value = std::string(argument->value)});
  }
  return asked;
}

}  // namespace orgreg::api
