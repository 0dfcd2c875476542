// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/change_list.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/extensions/unit_state.h"
#include "base/values/org_number.h"
#include "model/units/parameters.h"
#include "search/catalog.h"

namespace orgreg::api {
namespace {

using model::Update;
using model::UpdateType;

// Most searches find enough changes in the first part. Each part costs one search.
constexpr std::int64_t kFirstPart = 500;

bool Is(Happened happened, UpdateType type) {
  switch (happened) {
    case Happened::kNew:
      return type == UpdateType::kNew;
    case Happened::kChanged:
      return type == UpdateType::kChange;
    case Happened::kStruckOff:
      return type == UpdateType::kDeletion || type == UpdateType::kRemoval;
  }
  return false;
}

// The parameter that takes a list of organisation numbers.
std::size_t NumbersParameter(model::Kind kind) {
  const auto parameters = model::Parameters(kind);
  const auto found =
      std::ranges::find(parameters, model::Match::kNumbers, &model::Parameter::match);
  return static_cast<std::size_t>(found - parameters.begin());
}

// The numbers of the updates whose units match the query, ascending.
base::Result<std::vector<base::OrgNumber>> MatchingNumbers(const search::Catalog& catalog,
                                                           const std::vector<Update>& updates,
                                                           search::Query query) {
  search::Criterion among{.parameter = NumbersParameter(query.kind)};
  among.numbers.reserve(updates.size());
  for (const Update& update : updates) among.numbers.push_back(update.number);
  std::ranges::sort(among.numbers);
  among.numbers.erase(std::ranges::unique(among.numbers).begin(), among.numbers.end());
  query.page = {.size = static_cast<std::int64_t>(among.numbers.size())};
  query.criteria.push_back(std::move(among));
  const search::Page page = TRY(catalog.Search(query));
  const std::vector<search::Numbered> found = TRY(catalog.Records(page));
  std::vector<base::OrgNumber> numbers;
  numbers.reserve(found.size());
  for (const search::Numbered& record : found) numbers.push_back(record.number);
  std::ranges::sort(numbers);
  return numbers;
}

// Leaves out the updates that are not wanted.
base::Status Select(const search::Catalog& catalog, const ChangesWanted& wanted,
                    std::vector<Update>* updates) {
  if (wanted.happened) {
    std::erase_if(*updates,
                  [&](const Update& update) { return !Is(*wanted.happened, update.type); });
  }
  if (wanted.query == nullptr || updates->empty()) return {};
  const auto numbers = TRY(MatchingNumbers(catalog, *updates, *wanted.query));
  std::erase_if(*updates, [&](const Update& update) {
    return !std::ranges::binary_search(numbers, update.number);
  });
  return {};
}

// Today's name: nothing is shown of a unit that was removed, whatever an earlier line says.
base::Result<std::string> NameOf(const search::Catalog& catalog, model::Kind kind,
                                 base::OrgNumber number) {
  const auto found = TRY(catalog.Lookup(kind, number));
  if (!found || found->state == model::State::kRemoved) return std::string();
  return BriefOf({.kind = kind, .found = *found}).name.value_or("");
}

}  // namespace

base::Result<ChangeList> NewestChanges(const Context& context, const ChangesWanted& wanted) {
  const search::Catalog& catalog = *context.catalog;
  const bool selects = wanted.happened || wanted.query != nullptr;
  ChangeList list;
  std::int64_t last = std::min(catalog.state().LastChangeOf(wanted.kind), wanted.before - 1);
  std::int64_t part = selects ? kFirstPart : static_cast<std::int64_t>(wanted.most) + 1;
  std::int64_t read = 0;
  while (part > 0) {
    model::UpdatePage page =
        TRY(context.feed.Read({.kind = wanted.kind, .descending = true, .count = part}, last));
    const bool is_end = std::ssize(page.updates) < part;
    if (!page.updates.empty()) last = page.updates.back().id - 1;
    read += std::ssize(page.updates);
    TRY(Select(catalog, wanted, &page.updates));
    for (Update& update : page.updates) {
      if (list.changes.size() == wanted.most) {
        list.before = list.changes.back().update.id;
        return list;
      }
      std::string name = TRY(NameOf(catalog, wanted.kind, update.number));
      list.changes.push_back(
          {.kind = wanted.kind, .update = std::move(update), .name = std::move(name)});
    }
    if (is_end) return list;
    part = kMostLinesRead - read;
  }
  list.before = last + 1;
  return list;
}

std::string_view KeyOf(UpdateType type) {
  switch (type) {
    case UpdateType::kUnknown:
      return "changes.unknown";
    case UpdateType::kNew:
      return "changes.new";
    case UpdateType::kChange:
      return "changes.changed";
    case UpdateType::kDeletion:
      return "changes.deleted";
    case UpdateType::kRemoval:
      return "changes.removed";
  }
  return "";
}

}  // namespace orgreg::api
