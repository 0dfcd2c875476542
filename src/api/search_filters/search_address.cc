// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/search_address.h"

#include <algorithm>
#include <utility>

#include "base/values/percent.h"
#include "search/request/arguments.h"

namespace orgreg::api {
namespace {

bool IsList(const search::ParameterRow& row) {
  return row.takes == search::Takes::kTexts || row.takes == search::Takes::kChoices;
}

std::string Join(std::span<const std::string_view> items) {
  std::string list;
  for (const std::string_view item : items) list.append(list.empty() ? "" : ",").append(item);
  return list;
}

// A comma separates values, and no reader of queries takes it for anything else.
void AppendWithCommas(std::string_view value, std::string* out) {
  while (true) {
    const std::size_t comma = std::min(value.find(','), value.size());
    base::AppendPercentEncoded(value.substr(0, comma), out);
    if (comma == value.size()) return;
    out->push_back(',');
    value.remove_prefix(comma + 1);
  }
}

}  // namespace

SearchAddress SearchAddress::Of(const http::Query& query, const search::ParameterTable& table) {
  SearchAddress address;
  std::vector<std::pair<const search::ParameterRow*, std::size_t>>
      lists;  // And where their parts are.
  for (const http::QueryPair& pair : query.pairs()) {
    if (!pair.well_formed || pair.value.empty()) continue;
    const search::ParameterRow* const row = table.Find(pair.name);
    if (row == nullptr) continue;
    const auto given = std::ranges::find(lists, row, [](const auto& list) { return list.first; });
    if (given != lists.end()) {
      address.parts_[given->second].value.append(",").append(pair.value);
      continue;
    }
    if (IsList(*row)) lists.emplace_back(row, address.parts_.size());
    address.parts_.push_back({std::string(pair.name), std::string(pair.value)});
  }
  return address;
}

bool SearchAddress::Has(std::string_view name) const {
  return std::ranges::find(parts_, name, &AddressPart::name) != parts_.end();
}

std::string_view SearchAddress::ValueOf(std::string_view name) const {
  const auto found = std::ranges::find(parts_, name, &AddressPart::name);
  return found == parts_.end() ? std::string_view() : found->value;
}

bool SearchAddress::HasItem(std::string_view name, std::string_view item) const {
  if (!Has(name)) return false;
  const std::vector<std::string_view> items = search::SplitList(ValueOf(name));
  return std::ranges::find(items, item) != items.end();
}

SearchAddress SearchAddress::Without(std::string_view name) const {
  SearchAddress other = *this;
  std::erase_if(other.parts_, [name](const AddressPart& part) { return part.name == name; });
  return other;
}

SearchAddress SearchAddress::WithoutItem(std::string_view name, std::string_view item) const {
  std::vector<std::string_view> items = search::SplitList(ValueOf(name));
  std::erase(items, item);
  return With(name, Join(items));
}

SearchAddress SearchAddress::With(std::string_view name, std::string_view value) const {
  if (value.empty()) return Without(name);
  SearchAddress other = *this;
  const auto found = std::ranges::find(other.parts_, name, &AddressPart::name);
  if (found == other.parts_.end()) {
    other.parts_.push_back({std::string(name), std::string(value)});
    return other;
  }
  found->value = value;
  const auto after = std::remove_if(found + 1, other.parts_.end(),
                                    [name](const AddressPart& part) { return part.name == name; });
  other.parts_.erase(after, other.parts_.end());
  return other;
}

SearchAddress SearchAddress::WithItem(std::string_view name, std::string_view item) const {
  if (!Has(name)) return With(name, item);
  if (HasItem(name, item)) return *this;
  return With(name, std::string(ValueOf(name)).append(",").append(item));
}

SearchAddress SearchAddress::Changed(
    const std::function<std::string(const AddressPart&)>& value_of) const {
  SearchAddress other;
  for (const AddressPart& part : parts_) {
    std::string value = value_of(part);
    if (!value.empty()) other.parts_.push_back({part.name, std::move(value)});
  }
  return other;
}

std::string SearchAddress::ToQuery() const {
  std::string query;
  for (const AddressPart& part : parts_) {
    if (!query.empty()) query.push_back('&');
    base::AppendPercentEncoded(part.name, &query);
    query.push_back('=');
    AppendWithCommas(part.value, &query);
  }
  return query;
}

std::string SearchAddress::ToLink(std::string_view last) const {
  std::string link(last);
  if (parts_.empty()) return link;
  return link.append("?").append(ToQuery());
}

}  // namespace orgreg::api
