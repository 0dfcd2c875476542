// SPDX-License-Identifier: EUPL-1.2

// Whether the database goes on from where it was, or was set back to an earlier state
// (store/cluster.h). PostgreSQL begins a new timeline when a standby takes over and when a backup
// was restored. The table `timeline` has those that are known to have all that was before; a
// restored database does not have its own. A timeline becomes known by itself if its server
// streamed from the one of a known timeline, or if no setting of the server is that of a restore.
// `set_back` has why the store must be reconciled first.
//
// A database of before these tables, or whose user may not read them, is not guarded. Internal to
// store/; safe from any thread.

#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/cluster.h"
#include "store/postgresql_connections/pool.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {

class PgContinuity {
 public:
  // `pool` outlives the object.
  PgContinuity(PgPool* pool, bool accepts_set_back)
      : pool_(pool), accepts_set_back_(accepts_set_back) {}

  // Whether there are tables. To be called first; what is made later is found later.
  base::Status FindTables(PgConnection* connection);
  // Adds the question to the pipeline of a transaction; its result is for Judge.
  void AddQuestion(PgConnection* connection) const;
  // The error of a pipeline with the question: kUnavailable if a table was dropped meanwhile, which
  // is not asked for again before it is back.
  base::Error Explain(const PgConnection& connection, base::Error error);
  // kUnavailable if the database was set back.
  base::Status Judge(PgConnection* connection, const PgResult& answer);
  // Both at once.
  base::Status Check(PgConnection* connection);
  // As Cluster::SetBackNotes.
  base::Result<std::vector<SetBackNote>> Notes(PgConnection* connection);

 private:
  base::Status JudgeRow(PgConnection* connection, const PgResult& answer);
  void KnowTimeline(std::int64_t id);

  PgPool* pool_;
  const bool accepts_set_back_;
  std::atomic<bool> has_tables_ = false;
  std::atomic<std::int64_t> noted_ = 0;  // The timeline that this process has tried to note.
};

base::Status AddSetBackNote(PgConnection* connection, const SetBackNote& note);
// The present timeline is known from now on.
base::Status DropSetBackNotes(PgConnection* connection);
// As ServerFacts::restore_settings.
base::Result<std::string> AskRestoreSettings(PgConnection* connection);

}  // namespace orgreg::store
