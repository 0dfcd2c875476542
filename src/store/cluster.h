// SPDX-License-Identifier: EUPL-1.2

// What the servers of one store in a database know of each other and agree on, besides the
// register (docs/nodes.md): which nodes there are, which of them does a job that is done once for
// all, texts that all of them use, what each can be held to, and what each has counted. It lies in
// tables of its own in the same database, and no sum of the store covers it. All times are those of
// the database. Safe from any thread.
//
// Errors are those of the store, and kNotFound, with what to do, if the database has no such tables
// yet: `orgreg store upgrade` makes them, and programs that do not know them can do without.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/shared_usage.h"
#include "store/store.h"

namespace orgreg::store {

// The right to do a job, while others leave it alone.
struct Lease {
  // Rises whenever another process takes the job over, so that what a late one still does can be
  // told from it.
  std::int64_t epoch = 0;
  // Until then nobody else has it.
  std::chrono::steady_clock::time_point until = {};
};

// What a node says of itself.
struct NodeFacts {
  std::string name = {};
  std::string build = {};
  CommitId position = {};  // the last commit that it has
  CommitId wiped = {};     // up to this commit its files have nothing that was removed
  // Since it was last known to be as the database; nothing before the first time.
  std::optional<std::int64_t> lag_ms = {};
};

struct NodeRow {
  NodeFacts facts = {};
  std::int64_t seen_ms = 0;  // since it said so
  bool is_shared = false;    // two processes use the name
  // Since the oldest commit that it does not have, and the oldest removal that it has not wiped.
  std::optional<std::int64_t> behind_ms = {};
  std::optional<std::int64_t> unwiped_ms = {};
};

// A server that copies the database, as pg_stat_replication has it.
struct StandbyRow {
  std::string name = {};
  std::string address = {};  // empty: by a socket
  std::string state = {};    // empty: the user may not see it
  std::string sync_state = {};
  std::int64_t behind_bytes = 0;  // of the log, not on its disk yet
};

// The server that takes writes.
struct ServerFacts {
  std::string address = {};
  std::string version = {};
  std::int64_t timeline = 0;
  bool is_safe = false;                   // fsync and full_page_writes are on
  std::string synchronous_standbys = {};  // synchronous_standby_names
  std::int64_t needed_standbys = 0;       // how many of these must have a commit
  bool has_patroni = false;
  std::int64_t slots = 0;
  std::int64_t kept_bytes = 0;      // wal_keep_size
  std::int64_t kept_for_slots = 0;  // max_slot_wal_keep_size, in bytes; negative: no bound
  CommitId position = {};           // the last commit
  // Settings that a restore of a backup leaves, "restore_command, recovery_target_time"; empty:
  // none.
  std::string restore_settings = {};
  std::optional<std::int64_t> unwiped_ms = {};  // as NodeRow, of the tables
  std::vector<StandbyRow> standbys = {};
};

// A text that all nodes use, as the list of users.
struct SharedText {
  std::int64_t version = 0;  // at least 1; rises with each change
  std::string text = {};
};

// The newest line of a node's audit log at some time: the log of that node must still have it.
struct AuditAnchor {
  std::int64_t sequence = 0;
  std::string hash = {};
  std::int64_t noted_ms = 0;  // since 1970
};

// Why a database counts as set back.
struct SetBackNote {
  std::string node = {};    // which has more than the database; empty: the database's own signs
  CommitId position = {};   // the last commit of the node
  std::string reason = {};  // for people
};

class Cluster {
 public:
  Cluster() = default;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;
  virtual ~Cluster() = default;

  // Says that this process is there, as the node of that name. False if another process, which is
  // alive, has said so since: two nodes have one name.
  virtual base::Result<bool> NoteNode(const NodeFacts& facts) = 0;
  // Nothing is known of the node any more; kNotFound if nothing was.
  virtual base::Status ForgetNode(const std::string& name) = 0;
  // In order of their names.
  virtual base::Result<std::vector<NodeRow>> Nodes() = 0;
  virtual base::Result<ServerFacts> Server() = 0;

  // Takes the job for so long, or keeps it; nothing while another process has it. What it gives
  // outlives a failover as commits do.
  virtual base::Result<std::optional<Lease>> Take(const std::string& job,
                                                  std::chrono::milliseconds most) = 0;
  // Leaves the job to others, if this process has it.
  virtual base::Status GiveBack(const std::string& job) = 0;

  // The text of that name, unless there is none or its version is `known`.
  virtual base::Result<std::optional<SharedText>> ReadText(const std::string& name,
                                                           std::int64_t known) = 0;
  // Puts what `change` makes of the text, which gets nothing if there is none, in its place.
  // Changes come one after the other. Nothing happens if `change` fails. Done outlives a failover
  // as commits do.
  using TextChange =
      std::function<base::Result<std::string>(const std::optional<SharedText>& before)>;
  virtual base::Status ChangeText(const std::string& name, const TextChange& change) = 0;

  // Notes the line that a node's audit log ends with; the same line again is not noted twice.
  virtual base::Status NoteAnchor(const std::string& node, const AuditAnchor& anchor) = 0;
  // Those of a node, in order of their sequence.
  virtual base::Result<std::vector<AuditAnchor>> Anchors(const std::string& node) = 0;

  // A database is set back when a backup of it was restored, or a server took over that lacks
  // commits: records that were removed since are there again, and ids would be given twice. The
  // store fails with kUnavailable then, for every reader and writer (but for
  // StoreOptions::accepts_set_back), until EndSetBack. The signs: it goes on in a timeline that
  // began from a backup; or a node has more than the database has, and says so here.
  virtual base::Status NoteSetBack(const SetBackNote& note) = 0;
  // In order of nodes; none if it is not set back.
  virtual base::Result<std::vector<SetBackNote>> SetBackNotes() = 0;
  // What was lost was made good.
  virtual base::Status EndSetBack() = 0;

  // Lives as long as this object.
  virtual SharedUsage* usage() = 0;
};

// What is said of a database that was set back, for the reason of a note.
std::string SetBackText(std::string_view reason);
// Whether the error of a store says that.
bool IsSetBack(const base::Error& error);

// The same as Cluster::Take; a store in a file has one server, which has every job at once.
base::Result<std::optional<Lease>> TakeJob(Store* store, const std::string& job,
                                           std::chrono::milliseconds most);

}  // namespace orgreg::store
