// SPDX-License-Identifier: EUPL-1.2

#include "api/authority/role_numbers.h"

#include <algorithm>

#include "model/kind.h"
#include "records/readers/problem.h"
#include "records/readers/record_reader.h"
#include "records/readers/role_sealing.h"

namespace orgreg::api {
namespace {

bool HasSealed(const model::RoleList& list) {
  return std::ranges::any_of(list.groups, [](const model::RoleGroup& group) {
    return std::ranges::any_of(group.roles, [](const model::Role& role) {
      const auto* const person = std::get_if<model::Person>(&role.holder);
      return person != nullptr && person->sealed_number.has_value();
    });
  });
}

}  // namespace

base::Result<std::optional<model::RoleList>> RoleOpener::Read(records::View* view,
                                                              base::OrgNumber number) {
  const auto row = TRY(view->FindRow(model::Kind::kRoles, number));
  if (!row || row->state != store::RowState::kLive) return std::optional<model::RoleList>();
  records::WithheldNames names([view](base::OrgNumber named) { return view->IsRemoved(named); });
  auto list = TRY(Open({.number = number, .state = row->state, .body = row->body}, &names));
  if (records::IsEmpty(list)) return std::optional<model::RoleList>();
  return std::optional(std::move(list));
}

base::Result<std::optional<model::RoleList>> RoleOpener::ReadSealed(records::View* view,
                                                                    base::OrgNumber number) {
  const auto row = TRY(view->FindRow(model::Kind::kRoles, number));
  if (!row || row->state != store::RowState::kLive) return std::optional<model::RoleList>();
  auto list = TRY(Parse({.number = number, .state = row->state, .body = row->body}));
  return std::optional(std::move(list));
}

base::Result<model::RoleList> RoleOpener::Open(const store::RowView& row,
                                               records::WithheldNames* names) {
  auto list = Parse(row);
  if (!list) return list;
  if (const auto withheld = names->Withhold(&*list); !withheld) return withheld.error();
  if (authority_.vault == nullptr) {
    if (!HasSealed(*list)) return list;
    return base::Error{base::Code::kNotFound, "numbers are sealed, and no key is given"}.At(
        row.number.ToString());
  }
  if (base::Status opened = records::OpenNumbers(*authority_.vault, &*list); !opened) {
    return std::move(opened).error().At(row.number.ToString());
  }
  return list;
}

base::Result<model::RoleList> RoleOpener::Parse(const store::RowView& row) {
  padded_.reserve(row.body.size() + records::RecordReader::kPadding);
  padded_.assign(row.body);
  model::RoleList list;
  records::Problems problems;
  std::vector<std::string> unknown;
  if (reader_.Read(padded_, records::RoleSource::kStore, &list, &problems, &unknown)) return list;
  return base::Error{base::Code::kCorrupt, row.number.ToString() + ": " + problems.front().Text()};
}

}  // namespace orgreg::api
