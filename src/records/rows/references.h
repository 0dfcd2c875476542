// SPDX-License-Identifier: EUPL-1.2

// Gives the store the organisations that a row names, so that all records which name an
// organisation are found when it is removed from publication or comes back. For one thread.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "records/readers/json_reader.h"
#include "store/store.h"

namespace orgreg::records {

class References {
 public:
  // The organisations that the row names, each once, ascending: the holders of roles in a list of
  // roles. Empty for other kinds, and for a row without content. Problems
  // of a body are reported when it is read whole, not here.
  std::vector<base::OrgNumber> In(model::Kind kind, const store::RowView& row);
  // Called after `writer` put the row. Does nothing for kinds whose rows name no other record.
  base::Status Set(model::Kind kind, const store::RowView& row, store::Writer* writer);

 private:
  JsonReader reader_ = {};
  std::string padded_ = {};  // Used again from row to row.
};

}  // namespace orgreg::records
