// SPDX-License-Identifier: EUPL-1.2

// Each list is prepared once: its items are rendered, and its columns get sort keys. A request then
// only selects, sorts and copies.

#include "api/registers/reference_lists.h"

#include <algorithm>
#include <optional>

#include "api/interface/ask.h"
#include "api/interface/list_frame.h"
#include "api/interface/parameter_rows.h"
#include "model/codes/code_change.h"
#include "model/codes/per_code_lists.h"
#include "model/registers/reference_list.h"
#include "model/resources.h"
#include "render/public_form.h"
#include "render/reference_json.h"
#include "search/columns/collation.h"
#include "search/request/parse_page.h"

namespace orgreg::api {
namespace {

// A reference list prepared for sending: items rendered, columns made comparable. It views lists
// that are kept as long as the program runs.
struct PreparedItem {
  render::PublicText served;
  std::array<std::string, model::kMostReferenceColumns> sort_keys;  // In order as bytes.
  const model::ReferenceItem* item = nullptr;
};
struct PreparedList {
  const model::ReferenceList* list = nullptr;
  std::vector<std::string_view> sort_names;  // By column.
  std::vector<PreparedItem> items;           // In the list's order.
};

PreparedList Prepare(const model::ReferenceList& list) {
  PreparedList prepared{.list = &list, .sort_names = {}, .items = {}};
  const search::Collation collation;
  for (const model::ReferenceColumn& column : list.columns)
    prepared.sort_names.push_back(column.name);
  for (const model::ReferenceItem& item : list.items) {
    PreparedItem& ready = prepared.items.emplace_back();
    ready.item = &item;
    render::AppendReferenceItem(list, item, &ready.served);
    for (std::size_t column = 0; column < list.columns.size(); ++column) {
      if (!item.values[column]) continue;
      const bool alphabetical = list.columns[column].sort == model::Sort::kAlphabetical;
      ready.sort_keys[column] =
          alphabetical ? collation.Key(*item.values[column]) : std::string(*item.values[column]);
    }
  }
  return prepared;
}

// By CodeList.
const PreparedList& Prepared(CodeList list) {
  using Lists = model::PerCodeLists<PreparedList>;
  static std::array<Lists, 5> lists = {
      Lists([] { return Prepare(model::FormList()); }),
      Lists([] { return Prepare(model::MunicipalityList()); }),
      Lists([] { return Prepare(model::RoleTypeList()); }),
      Lists([] { return Prepare(model::RoleGroupTypeList()); }),
      Lists([] { return Prepare(model::RepresentativeList()); }),
  };
  return lists[static_cast<std::size_t>(list)].Get();
}

// True if `a` comes before `b`; absent values come last ascending, first descending.
bool ComesBefore(const PreparedItem& a, const PreparedItem& b,
                 const std::vector<search::SortBy>& sort) {
  for (const search::SortBy& by : sort) {
    const std::string& key_a = a.sort_keys[by.key];
    const std::string& key_b = b.sort_keys[by.key];
    if (key_a == key_b) continue;
    const bool smaller = key_b.empty() || (!key_a.empty() && key_a < key_b);
    return smaller != by.descending;
  }
  return false;
}

// Those that are listed today.
std::vector<const PreparedItem*> ItemsUsedBy(const PreparedList& list,
                                             std::optional<model::Kind> kind) {
  std::vector<const PreparedItem*> items;
  for (const PreparedItem& item : list.items) {
    const bool is_used = !kind || !item.item->used_by || item.item->used_by == kind;
    if (is_used && !model::IsRetired(item.item->retired_on)) items.push_back(&item);
  }
  return items;
}

// The items of a page.
std::vector<render::PublicForm> ItemsOn(const search::PageRequest& page,
                                        std::vector<const PreparedItem*> items) {
  std::ranges::stable_sort(items, [&](const PreparedItem* a, const PreparedItem* b) {
    return ComesBefore(*a, *b, page.sort);
  });
  const std::size_t first =
      std::min(items.size(), static_cast<std::size_t>(page.number * page.size));
  const std::size_t count = std::min(items.size() - first, static_cast<std::size_t>(page.size));
  std::vector<render::PublicForm> shown;
  for (const PreparedItem* item : std::span(items).subspan(first, count))
    shown.push_back(item->served.form());
  return shown;
}

std::string HrefBelowForms(std::string_view collection) {
  return std::string(model::kApiPath)
      .append("/")
      .append(model::kForms)
      .append("/")
      .append(collection);
}

// Spec, Reference lists: the list of all forms also links to the two lists by kind.
std::vector<render::NamedLink> LinksOf(const RouteArgument& argument) {
  if (argument.list != CodeList::kForms || argument.kind) return {};
  return {{.name = model::kEntities, .href = HrefBelowForms(model::kEntities)},
          {.name = model::kSubEntities, .href = HrefBelowForms(model::kSubEntities)}};
}

}  // namespace

DerivedParameters SortedBy(const RouteArgument& argument) {
  return {.sort_keys = Prepared(argument.list).sort_names};
}

Outcome ListCodes(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const PreparedList& list = Prepared(context.argument().list);
  search::PageRequest page = search::PageOf(asked);
  const std::vector<const PreparedItem*> items = ItemsUsedBy(list, context.argument().kind);
  const auto total = static_cast<std::int64_t>(items.size());
  if (!list.list->is_paged && !page.is_asked_for) page.size = std::max<std::int64_t>(1, total);
  render::PageFrame frame = FrameOf(context, asked, page);
  const std::string_view collection = list.list->collection;
  frame.collection = collection.substr(collection.rfind('/') + 1);
  frame.links = LinksOf(context.argument());
  frame.total = total;
  frame.has_page_object = list.list->is_paged;
  AnswerPage(frame, ItemsOn(page, items), context.origin, reply);
  return TaggedBody(reply->body());
}

Outcome LookUpCode(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const PreparedList& list = Prepared(context.argument().list);
  const auto key = [](const PreparedItem& item) -> std::string_view {
    return *item.item->values.front();
  };
  const auto found = std::ranges::find(list.items, asked.Text(kCodeInPath), key);
  if (found == list.items.end()) return NotFound{};
  found->served.form().AppendTo(context.origin, &reply->body());
  return Body{.fingerprint = found->served.form().Fingerprint()};
}

}  // namespace orgreg::api
