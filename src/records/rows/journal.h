// SPDX-License-Identifier: EUPL-1.2

// The one place that decides what the log contains: a new state of a record becomes a row and a
// line of the log, with the patches from one public form of the record (version 2, without links)
// to the other, and back.
//
//   before            now      type       patches
//   nothing           live     Ny         none
//   deleted, removed  live     Ny         yes
//   live              live     Endring    yes
//   deleted           deleted  Endring    yes (a corrected day)
//   other             deleted  Sletting   if there was a record
//   any               removed  Fjernet    none, and earlier lines lose theirs
//
// An unchanged row adds no line. A supplement has no patches, is deleted whole, and is removed with
// its entity; it may be registered again only after the entity has come back. Records that name the
// unit change with it (withheld_names.h): each gets an Endring when the unit is removed and when it
// comes back. Used by one thread, inside one transaction.

#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/values/date.h"
#include "model/unit.h"
#include "records/rows/references.h"
#include "records/rows/stored_row.h"
#include "store/store.h"

namespace orgreg::records {

class Journal {
 public:
  // The writer outlives the journal.
  explicit Journal(store::Writer* writer) : writer_(writer) {}

  // Changes a row to `after` and writes the log. False, and nothing is done, if it is the same
  // already. A removed row comes back this way too: the caller has decided whether it may.
  base::Result<bool> Put(model::Kind kind, const std::optional<store::Row>& before,
                         const store::RowView& after);
  // Reduces the record to the members that are shown of a deleted one.
  base::Result<bool> Delete(model::Kind kind, const store::Row& before, base::Date day);
  // Keeps only number and day of the record.
  base::Result<bool> Remove(model::Kind kind, const store::Row& before, base::Date day);
  // After a unit's row changed from `before` to `after`: updates the unit's supplements.
  base::Status FollowUnit(model::Kind kind, const std::optional<store::Row>& before,
                          const store::RowView& after);

 private:
  base::Result<bool> PutRow(model::Kind kind, const std::optional<store::Row>& before,
                            const store::RowView& after);
  base::Status Show(model::Kind kind, const store::Row& row);
  base::Status ShowReferring(base::OrgNumber number);
  base::Status Tell(model::Kind kind, const std::optional<store::Row>& before,
                    const store::RowView& after);
  base::Status Patch(model::Kind kind, const store::Row& before, const store::RowView& after);
  base::Status AppendPublicForm(model::Kind kind, const store::RowView& row, std::string* form);

  store::Writer* writer_;
  RowReader reader_;
  RowWriter rows_;
  References references_;
  // Reused from row to row.
  model::Unit unit_;
  std::string form_before_;
  std::string form_after_;
  std::string forward_;
  std::string backward_;
};

// True if the rows are equal, which for role lists includes numbers in the form in which they were
// sealed before (readers/role_sealing.h): `orgreg numbers reseal` replaces it, and no change does.
bool IsSame(model::Kind kind, const std::optional<store::Row>& before, const store::RowView& after);

}  // namespace orgreg::records
