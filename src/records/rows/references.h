// Tells the store which organisations a row names, so that those who name a record are found when
// it is removed from publication or comes back. For one thread.

#pragma once

#include <memory>

#include "base/result.h"
#include "model/kind.h"
#include "store/store.h"

namespace orgreg::records {

class References {
 public:
  References();
  ~References();
  References(References&&) noexcept;
  References& operator=(References&&) noexcept;

  // The organisations that the row names, each once, rising: those that hold a role in a list of
  // roles. Empty for other kinds, and for a row that holds nothing. kCorrupt where the body is not
  // JSON.
  base::Result<std::vector<base::OrgNumber>> In(model::Kind kind, const store::RowView& row);
  // After `writer` put the row. Does nothing for kinds whose rows name no other.
  base::Status Set(model::Kind kind, const store::RowView& row, store::Writer* writer);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace orgreg::records
