// The one place that knows what the log is told: "this record is now so" becomes a row and
// a line of the log, with the change from one public form of the record (version 2, without
// links) to the other, and back.
//
//   before            now      type       patches
//   nothing           live     Ny         none
//   deleted, removed  live     Ny         yes
//   live              live     Endring    yes
//   deleted           deleted  Endring    yes (a corrected day)
//   other             deleted  Sletting   where there was a record
//   any               removed  Fjernet    none, and earlier lines lose theirs
//
// A row that stays as it is adds no line. What supplements an entity has no patches, is deleted
// whole, and shares the entity's fate: it is removed with it, and only when the entity comes
// back may it be registered again. Those who name the unit change with it (withheld_names.h):
// each gets an Endring when it is removed and when it comes back. Used by one thread, inside one
// transaction.

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

  // Makes a row be `after` and tells the log. False, and nothing is done, where it is so
  // already. A removed row comes back this way too: whether it may is decided before.
  base::Result<bool> Put(model::Kind kind, const std::optional<store::Row>& before,
                         const store::RowView& after);
  // Reduces the record to what is shown of a deleted one.
  base::Result<bool> Delete(model::Kind kind, const store::Row& before, base::Date day);
  // Leaves nothing of the record but number and day.
  base::Result<bool> Remove(model::Kind kind, const store::Row& before, base::Date day);
  // After a unit's row went from `before` to `after`: what supplements it follows.
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
  // Used again from row to row.
  model::Unit unit_;
  std::string form_before_;
  std::string form_after_;
  std::string forward_;
  std::string backward_;
};

// True where two rows say the same.
bool IsSame(const std::optional<store::Row>& before, const store::RowView& after);

}  // namespace orgreg::records
