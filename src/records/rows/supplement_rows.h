// The rows of one kind of supplement, in one transaction: each is read, added to and written
// back, and the log is told as of any other change. Into an empty table it is a bulk load,
// which writes no lines of the log. Dropped without Commit, it leaves no trace. One thread.

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
  // The store outlives it.
  static base::Result<SupplementRows> Begin(store::Store* store, model::Kind kind);

  // What there is of an organisation.
  struct Held {
    base::OrgNumber number = {};
    std::optional<store::Row> row = {};
    // Withdrawn from publication, or its entity is: nothing may be put.
    bool is_removed = false;

    // The body of a live row; empty where there is none.
    std::string_view Body() const;
  };
  base::Result<Held> Find(base::OrgNumber number);
  // Makes the body be so; an empty one deletes the row. False, and nothing is done, where it is so
  // already. `held` is what Find gave last of the number, and not removed.
  base::Result<bool> Put(const Held& held, std::string_view body);

  // What was there when the transaction began.
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
