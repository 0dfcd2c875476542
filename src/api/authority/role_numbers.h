// SPDX-License-Identifier: EUPL-1.2

// Stored roles with their identification numbers opened, for authorised answers. Each opener is for
// one thread.

#pragma once

#include <optional>
#include <string>

#include "api/authority/authority.h"
#include "base/result.h"
#include "model/roles/roles.h"
#include "records/readers/role_record.h"
#include "records/readers/withheld_names.h"
#include "records/register.h"

namespace orgreg::api {

class RoleOpener {
 public:
  // `authority` outlives the opener.
  explicit RoleOpener(const Authority& authority)
      : authority_(authority), reader_(authority.rule) {}

  // The roles in the entity as the store has them in `view`; nothing if there are none.
  base::Result<std::optional<model::RoleList>> Read(records::View* view, base::OrgNumber number);
  // The same with their numbers still sealed, empty lists included.
  base::Result<std::optional<model::RoleList>> ReadSealed(records::View* view,
                                                          base::OrgNumber number);
  // Opens a live row, without the names that `names` withholds. kNotFound if a number is sealed
  // under a key that was not given, kCorrupt if it does not open.
  base::Result<model::RoleList> Open(const store::RowView& row, records::WithheldNames* names);

 private:
  base::Result<model::RoleList> Parse(const store::RowView& row);

  const Authority& authority_;
  records::RoleReader reader_;
  std::string padded_;
};

}  // namespace orgreg::api
