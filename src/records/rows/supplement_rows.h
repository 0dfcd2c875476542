// SPDX-License-Identifier: EUPL-1.2

// The rows of one kind of supplement, in one transaction: each is read, extended and written back,
// and the log gets a line as for any other change. If the table is empty, it is a bulk load, which
// writes no log lines. Without Commit, nothing is stored. One thread.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "store/store.h"

namespace orgreg::records {

class SupplementRows {
 public:
  // The store outlives the object.
  static base::Result<SupplementRows> Begin(store::Store* store, model::Kind kind);

  // The stored rows of an organisation.
  struct Held {
    base::OrgNumber number = {};
    std::optional<store::Row> row = {};
    // It or its entity was removed from publication: nothing may be put.
    bool is_removed = false;

    // The body of a live row; empty if there is none.
    std::string_view Body() const;
  };
  base::Result<Held> Find(base::OrgNumber number);
  // Stores the body; an empty one deletes the row. False, and nothing is done, if it is the same
  // already. `held` is the last result of Find for the number, and is not removed.
  base::Result<bool> Put(const Held& held, std::string_view body);

  // The state at the beginning of the transaction.
  store::Snapshot* before() { return before_.get(); }
  base::Result<std::optional<store::Receipt>> FindBatch(const std::string& id) {
    return writer_->FindBatch(id);
  }
  base::Result<std::optional<std::string>> FindNote(const std::string& key) {
    return writer_->FindNote(key);
  }
  base::Status PutNote(const std::string& key, std::string_view text) {
    return writer_->PutNote(key, text);
  }
  base::Result<store::Receipt> Commit(const store::BatchMark& batch) {
    return writer_->Commit(batch);
  }

 private:
  SupplementRows(model::Kind kind, std::unique_ptr<store::Writer> writer,
                 std::unique_ptr<store::Snapshot> before);

  model::Kind kind_;
  std::unique_ptr<store::Writer> writer_;
  std::unique_ptr<store::Snapshot> before_;
  bool is_bulk_ = false;
};

}  // namespace orgreg::records
