// Gives the store the organisations that a row names, so that all records which name an
// organisation are found when it is removed from publication or comes back. For one thread.

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

  // The organisations that the row names, each once, ascending: the holders of roles in a list of
  // roles. Empty for other kinds, and for a row without content. kCorrupt if the body is not JSON.
  base::Result<std::vector<base::OrgNumber>> In(model::Kind kind, const store::RowView& row);
  // Called after `writer` put the row. Does nothing for kinds whose rows name no other record.
  base::Status Set(model::Kind kind, const store::RowView& row, store::Writer* writer);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace orgreg::records
