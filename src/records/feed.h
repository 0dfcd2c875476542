// SPDX-License-Identifier: EUPL-1.2

// A Feed reads the log of changes as updates of one kind of record.
//
// It may be used from any number of threads. Errors are those of the store (store/store.h).

#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/changes/update.h"
#include "model/kind.h"
#include "store/store.h"

namespace orgreg::records {

class Feed {
 public:
  // The store outlives the feed.
  explicit Feed(store::Store* store) : store_(store) {}

  // A page of the updates up to `last_id`, the last one whose record is visible: a client must not
  // see an update before it can look the record up.
  base::Result<model::UpdatePage> Read(const model::UpdateQuery& query, std::int64_t last_id) const;
  // The changes of roles up to `last_id`, at most `query.size` of them (reference, Role events).
  base::Result<std::vector<model::Update>> ReadRoles(const model::RoleUpdateQuery& query,
                                                     std::int64_t last_id) const;
  // The changes of one record up to `last_id`, the newest `most` of them.
  base::Result<model::RecordHistory> ReadHistory(model::Kind kind, base::OrgNumber number,
                                                 std::int64_t most, std::int64_t last_id) const;

 private:
  store::Store* store_;
};

}  // namespace orgreg::records
