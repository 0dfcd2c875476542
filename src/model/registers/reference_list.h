// SPDX-License-Identifier: EUPL-1.2

// The code lists that have endpoints of their own: organisation forms, municipalities (spec,
// Reference lists) and the codes of roles. A list is a table of texts; the names of its columns on
// the wire are declared once, here, for sending, sorting and looking up. The tables are made from
// the installed lists (code_list_set.h); earlier results stay valid when other lists are installed.
// Safe from any thread.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/date.h"
#include "model/kind.h"
#include "model/units/field.h"

namespace orgreg::model {

inline constexpr std::size_t kMostReferenceColumns = 3;

struct ReferenceColumn {
  std::string_view name;
  Sort sort = Sort::kByValue;
};

struct ReferenceItem {
  // Values by column; the first is the key. Absent values are not sent.
  std::array<std::optional<std::string>, kMostReferenceColumns> values = {};
  std::optional<Kind> used_by = {};  // Nothing: used by both.
  // From this day on the code can be looked up, but is not listed.
  std::optional<base::Date> retired_on = {};
};

struct ReferenceList {
  std::string_view collection;  // Its last part is also the key below `_embedded`.
  std::vector<ReferenceColumn> columns;
  std::vector<ReferenceItem> items;  // In the order in which they are listed.
  // If false, answers have no `page` and hold all items, unless a page is requested (reference,
  // Role code lists).
  bool is_paged = true;
};

const ReferenceList& FormList();
const ReferenceList& MunicipalityList();
const ReferenceList& RoleTypeList();
const ReferenceList& RoleGroupTypeList();
const ReferenceList& RepresentativeList();

}  // namespace orgreg::model
