#include "api/registers/reference_lists.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <optional>

#include "api/answers/errors.h"
#include "api/interface/list_frame.h"
#include "model/codes/code_change.h"
#include "model/codes/per_code_lists.h"
#include "model/registers/reference_list.h"
#include "model/resources.h"
#include "render/reference_json.h"
#include "search/columns/collation.h"
#include "search/request/parse_page.h"

namespace orgreg::api {
namespace {

// A reference list made ready to be sent: items written, columns made comparable. It looks at
// lists that are kept as long as the program runs.
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

const PreparedList& PreparedForms() {
  static model::PerCodeLists<PreparedList> list([] { return Prepare(model::FormList()); });
  return list.Get();
}
const PreparedList& PreparedMunicipalities() {
  static model::PerCodeLists<PreparedList> list([] { return Prepare(model::MunicipalityList()); });
  return list.Get();
}
const PreparedList& PreparedRoleTypes() {
  static model::PerCodeLists<PreparedList> list([] { return Prepare(model::RoleTypeList()); });
  return list.Get();
}
const PreparedList& PreparedRoleGroupTypes() {
  static model::PerCodeLists<PreparedList> list([] { return Prepare(model::RoleGroupTypeList()); });
  return list.Get();
}
const PreparedList& PreparedRepresentatives() {
  static model::PerCodeLists<PreparedList> list(
      [] { return Prepare(model::RepresentativeList()); });
  return list.Get();
}

// True where `a` comes before `b`; absent values last going up, first going down.
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

// Usable only where `problems` stays empty.
search::PageRequest ParsePage(const PreparedList& list, const http::Query& query,
                              search::Problems* problems) {
  search::PageParser parser(list.sort_names);
  for (const search::Argument& argument : ArgumentsOf(query, problems)) {
    if (parser.Take(argument, problems)) continue;
    problems->push_back({.reason = search::Reason::kUnknownParameter,
                         .parameters = {std::string(argument.name)},
                         .value = std::string(argument.value)});
  }
  return parser.Finish(problems);
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

void List(const PreparedList& list, std::optional<model::Kind> kind,
          std::vector<render::NamedLink> links, const Context& context, Answer* answer) {
  search::Problems problems;
  search::PageRequest page = ParsePage(list, context.query, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const std::vector<const PreparedItem*> items = ItemsUsedBy(list, kind);
  const auto total = static_cast<std::int64_t>(items.size());
  if (!list.list->is_paged && !page.is_asked_for) page.size = std::max<std::int64_t>(1, total);
  render::PageFrame frame = FrameOf(context, page, list.sort_names);
  const std::string_view collection = list.list->collection;
  frame.collection = collection.substr(collection.rfind('/') + 1);
  frame.links = std::move(links);
  frame.total = total;
  frame.has_page_object = list.list->is_paged;
  AnswerPage(frame, ItemsOn(page, items), context.origin, &answer->response);
  const std::string& body = answer->response.body();
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

void LookUp(const PreparedList& list, const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const auto key = [](const PreparedItem& item) -> std::string_view {
    return *item.item->values.front();
  };
  const auto found = std::ranges::find(list.items, context.Capture(0), key);
  if (found == list.items.end()) return AnswerNotFound(&answer->response);
  found->served.form().AppendTo(context.origin, &answer->response.body());
  answer->fingerprint = found->served.form().Fingerprint();
}

std::string HrefBelowForms(std::string_view collection) {
  return std::string(model::kApiPath)
      .append("/")
      .append(model::kForms)
      .append("/")
      .append(collection);
}

}  // namespace

void ListForms(const Context& context, Answer* answer) {
  // Spec, Reference lists: the root list also links to the two lists by kind.
  List(PreparedForms(), std::nullopt,
       {{.name = model::kEntities, .href = HrefBelowForms(model::kEntities)},
        {.name = model::kSubEntities, .href = HrefBelowForms(model::kSubEntities)}},
       context, answer);
}
void ListEntityForms(const Context& context, Answer* answer) {
  List(PreparedForms(), model::Kind::kEntity, {}, context, answer);
}
void ListSubEntityForms(const Context& context, Answer* answer) {
  List(PreparedForms(), model::Kind::kSubEntity, {}, context, answer);
}
void LookUpForm(const Context& context, Answer* answer) {
  LookUp(PreparedForms(), context, answer);
}
void ListMunicipalities(const Context& context, Answer* answer) {
  List(PreparedMunicipalities(), std::nullopt, {}, context, answer);
}
void LookUpMunicipality(const Context& context, Answer* answer) {
  LookUp(PreparedMunicipalities(), context, answer);
}
void ListRoleTypes(const Context& context, Answer* answer) {
  List(PreparedRoleTypes(), std::nullopt, {}, context, answer);
}
void LookUpRoleType(const Context& context, Answer* answer) {
  LookUp(PreparedRoleTypes(), context, answer);
}
void ListRoleGroupTypes(const Context& context, Answer* answer) {
  List(PreparedRoleGroupTypes(), std::nullopt, {}, context, answer);
}
void LookUpRoleGroupType(const Context& context, Answer* answer) {
  LookUp(PreparedRoleGroupTypes(), context, answer);
}
void ListRepresentatives(const Context& context, Answer* answer) {
  List(PreparedRepresentatives(), std::nullopt, {}, context, answer);
}
void LookUpRepresentative(const Context& context, Answer* answer) {
  LookUp(PreparedRepresentatives(), context, answer);
}

}  // namespace orgreg::api
