// SPDX-License-Identifier: EUPL-1.2

// The durable tables of the register, behind one narrow interface that SQLite and PostgreSQL
// implement: same meaning, same test suite (tests/unit/store/store_suite.h). The store has one
// table for each kind of record (model/kind.h) and knows rows, commits and the log of changes. It
// does not know the JSON text in a row.
//
// A Store is used by any number of threads. A Snapshot or a Writer is used by one thread at a time
// and does not outlive its Store. Any number of snapshots exist at the same time as the one writer,
// and none waits for another.
//
// Errors: kCorrupt when stored bytes are not what was written (every row carries a checksum that is
// verified whenever it is read), kUnavailable when another writer is active, the disk is full or
// the database is away, kIo when the system refuses, kInvalid when the store is of another kind or
// version. Messages name the store.

#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"

namespace orgreg::store {

class Cluster;  // store/cluster.h
class Replica;  // store/replica.h, as is the next
class Step;
struct Summary;  // store/checksum.h

// The numbers are stored: never change one.
enum class RowState : std::uint8_t {
  kLive = 0,
  kDeleted = 1,  // struck off; its remaining members are still shown
  kRemoved = 2,  // withdrawn from publication; nothing of it may be shown again
};

struct Row {
  base::OrgNumber number;
  RowState state = RowState::kLive;
  std::string body;  // JSON text; may be empty
};

// A row that the caller keeps alive.
struct RowView {
  base::OrgNumber number;
  RowState state = RowState::kLive;
  std::string_view body;
};

// The number of a commit: one more than the commit before. 0 is the empty store.
struct CommitId {
  std::int64_t value = 0;
  friend constexpr auto operator<=>(CommitId, CommitId) = default;
};

// A state of the store. Another history, which a replica may take over (store/replica.h), gives the
// same commit another mark.
struct StateId {
  CommitId commit = {};
  std::uint64_t mark = 0;
  friend bool operator==(const StateId&, const StateId&) = default;
};

// Describes the content of a table in two numbers: equal contents have equal descriptions, and
// different contents practically never do.
struct Contents {
  std::uint64_t rows = 0;         // of every state
  std::uint64_t fingerprint = 0;  // of the rows' checksums
  friend bool operator==(const Contents&, const Contents&) = default;
};

// What happened to a row. The numbers are stored: never change one.
enum class ChangeType : std::uint8_t {
  kUnknown = 0,
  kNew = 1,
  kChange = 2,
  kDeletion = 3,
  kRemoval = 4,
};

// A line to be written to the log.
struct ChangeView {
  model::Kind kind = model::Kind::kEntity;
  base::OrgNumber number;
  ChangeType type = ChangeType::kUnknown;
  // The patches from the old row to the new one and back (RFC 6902); empty if there are none.
  std::string_view forward = {};
  std::string_view backward = {};
};

// A line of the log that was read.
struct Change {
  std::int64_t id = 0;  // from 1, rising with the commits; all tables together
  base::OrgNumber number;
  ChangeType type = ChangeType::kUnknown;
  // Milliseconds since 1970, UTC; never less than in the line before, or more than in its commit.
  std::int64_t time_ms = 0;
  std::string forward = {};
  std::string backward = {};
};

// The wanted lines of the log; all conditions must hold.
struct ChangeQuery {
  model::Kind kind = model::Kind::kEntity;
  std::int64_t from_id = 1;
  std::int64_t to_id = INT64_MAX;  // included
  std::int64_t from_time_ms = INT64_MIN;
  std::int64_t to_time_ms = INT64_MAX;        // included
  std::vector<base::OrgNumber> numbers = {};  // empty: of any row
  bool descending = false;
  std::int64_t first = 0;      // lines to skip
  std::int64_t count = 0;      // lines to return, at most
  bool with_patches = false;   // the forward ones;
  bool with_backward = false;  // with these, the backward ones too
};

struct ChangePage {
  std::vector<Change> changes = {};
  std::int64_t total = 0;  // of all that match
};

// Identifies a commit.
struct BatchMark {
  std::string id = {};       // unique, given by its maker; empty: none
  std::uint64_t digest = 0;  // of its content
};

// A text that the store keeps under a key (Writer::PutNote).
struct Note {
  std::string key = {};
  std::string text = {};
};

// From one time to another, both included; milliseconds since 1970, UTC.
struct TimeSpan {
  std::int64_t first_ms = 0;
  std::int64_t last_ms = 0;
};

// The result of a commit.
struct Receipt {
  CommitId commit;
  std::int64_t last_change = 0;  // the last id given or skipped up to this commit
  std::uint64_t changes = 0;     // lines that the commit added
  std::uint64_t digest = 0;
};

enum class PutOutcome {
  kInserted,
  kReplaced,
  kUnchanged,
  kKeptRemoved,  // the row stays removed: only a removed row may replace it
};

// One unchanging state of all tables. In a file, a snapshot that is kept for hours costs disk
// space, not correctness. In a database, where it hinders the cleaning of tables, it should live
// for minutes, and reads fail with kUnavailable when it is lost.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  virtual ~Snapshot() = default;

  // The last commit that the snapshot contains.
  virtual CommitId position() const = 0;
  // The last commit that removed a row, erased patches or withdrew content of rows; 0 if none did.
  virtual CommitId withdrawn() const = 0;
  virtual base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) = 0;
  // Visits every row in order of number, until `visit` fails; its error is then the result. `visit`
  // may call Find, and nothing else of this snapshot. A complete scan also finds rows that are
  // missing or were replaced by older ones; it then returns kCorrupt.
  virtual base::Status Scan(model::Kind kind,
                            const std::function<base::Status(const RowView&)>& visit) = 0;
  // Visits at most `most` rows, in order of number, whose numbers are above `after`; stops as Scan
  // does. Makes none of the checks at the end of Scan.
  virtual base::Status ScanAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                                 const std::function<base::Status(const RowView&)>& visit) = 0;
  // The organisations that the row names (Writer::SetReferences), ascending.
  virtual base::Result<std::vector<base::OrgNumber>> References(model::Kind kind,
                                                                base::OrgNumber number) = 0;
  // Distinguishes a commit from every other one with its number, in this store or in one that a
  // restore replaced: the value is computed from the commit's time and the tables' contents. 0 if
  // there is no record of the commit.
  virtual base::Result<std::uint64_t> Fingerprint(CommitId commit) = 0;
  // The ids of all batches that begin with `prefix`, in order of bytes.
  virtual base::Result<std::vector<std::string>> BatchIds(const std::string& prefix) = 0;
  // The note of the key (Writer::PutNote); nothing if there is none.
  virtual base::Result<std::optional<std::string>> FindNote(const std::string& key) = 0;
  // All notes, in order of their keys' bytes.
  virtual base::Result<std::vector<Note>> Notes() = 0;
  // Takes constant time.
  virtual Contents Describe(model::Kind kind) const = 0;
  // The id of the last line of the log, or the last one skipped; 0 if there is none.
  virtual std::int64_t last_change() const = 0;
  // The numbers of all rows that were put since the commit when the kind held `then`, ascending.
  // Nothing if that is unknown: the commit does not belong to this store, or a bulk load came after
  // it.
  virtual base::Result<std::optional<std::vector<base::OrgNumber>>> ChangedSince(
      model::Kind kind, CommitId commit, const Contents& then) = 0;
  // A page of the log. Without numbers, the cost does not grow with `first` or the log.
  virtual base::Result<ChangePage> ReadChanges(const ChangeQuery& query) = 0;
  // The time of the last bulk load of the kind, in milliseconds since 1970, UTC; nothing if there
  // was none, or if its time is not known.
  virtual base::Result<std::optional<std::int64_t>> LastLoad(model::Kind kind) = 0;
  // Everything about the state that is not in rows, lines and records of commits.
  virtual const Summary& summary() const = 0;
  // What a replica that has the commit `since` needs for this state; 0: everything. Its first call
  // fails with kNotFound if there is no record of that commit.
  virtual std::unique_ptr<Step> StepSince(CommitId since) = 0;
};

// One transaction, applied as a whole or not at all. Without Commit, nothing is stored.
class Writer {
 public:
  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  // The error that Commit would return for the clock now: kUnavailable if it is most likely wrong
  // (store/clock_check.h). For callers with long work before a commit.
  virtual base::Status CheckClock() = 0;
  // The caller may soon ask for, or put, rows of any kind with these numbers: a store behind a
  // network fetches them together. Changes nothing else.
  virtual base::Status Expect(std::span<const base::OrgNumber> numbers) = 0;
  // The row as this transaction sees it.
  virtual base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) = 0;
  // The receipt of the batch with this id; nothing if there was none.
  virtual base::Result<std::optional<Receipt>> FindBatch(const std::string& id) = 0;
  // Fastest in order of number. After an error every further call fails.
  virtual base::Result<PutOutcome> Put(model::Kind kind, const RowView& row) = 0;
  // Puts a row in place of a removed one, which Put leaves unchanged.
  virtual base::Result<PutOutcome> Reinstate(model::Kind kind, const RowView& row) = 0;
  // Replaces the organisations that the row names. In a table with references, one call must follow
  // each Put or Reinstate that changed a row; otherwise Commit fails, because a missing reference
  // would go unnoticed.
  virtual base::Status SetReferences(model::Kind kind, base::OrgNumber number,
                                     const std::vector<base::OrgNumber>& named) = 0;
  // The rows of the table that name the organisation, ascending.
  virtual base::Result<std::vector<base::OrgNumber>> Referring(model::Kind kind,
                                                               base::OrgNumber named) = 0;
  // Marks an existing row as changed without altering it. Used when a row becomes visible because
  // another row changed.
  virtual base::Status Touch(model::Kind kind, base::OrgNumber number) = 0;
  // Adds a line to the log for a row that was put, and returns its id. For each table, either every
  // row that was changed by Put or Reinstate, or touched, gets one line, or no row does (a bulk
  // load).
  virtual base::Result<std::int64_t> Log(const ChangeView& change) = 0;
  // The range of SetLogTime: from the time of the last line of the log, or 1970 if there is no
  // line, to the time of this commit.
  virtual base::Result<TimeSpan> LogTimes() = 0;
  // Sets the time of this transaction's lines, which otherwise is the commit's; for changes that
  // were made earlier, elsewhere. kInvalid outside LogTimes. Must be called before Log.
  virtual base::Status SetLogTime(std::int64_t time_ms) = 0;
  // From now on no line of the log has an id up to `change`; for ids that were already used in a
  // lost state. Must be called before Log.
  virtual base::Status SkipTo(std::int64_t change) = 0;
  // Treats the previous content of rows as removed: no trace of it may remain.
  virtual void Withdraw() = 0;
  // Deletes the patches in all earlier lines of the row; ids, times, numbers and types stay.
  virtual base::Status EraseHistory(model::Kind kind, base::OrgNumber number) = 0;
  // Stores a text under a key and replaces an older one. Notes are no part of the register: they
  // describe the origin of its contents.
  virtual base::Status PutNote(const std::string& key, std::string_view text) = 0;
  // The note as this transaction sees it; nothing if there is none.
  virtual base::Result<std::optional<std::string>> FindNote(const std::string& key) = 0;
  // When this returns a value, the transaction survives a power cut. Not called twice. After
  // kUnavailable of a database that is lost at this moment, the commit may exist or not: the caller
  // tries the batch again, and FindBatch knows it or not.
  virtual base::Result<Receipt> Commit(const BatchMark& batch) = 0;
  base::Result<Receipt> Commit() { return Commit(BatchMark()); }
};

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual base::Result<std::unique_ptr<Snapshot>> Read() = 0;
  // Waits some time for another writer in any process, then fails with kUnavailable.
  virtual base::Result<std::unique_ptr<Writer>> Write() = 0;
  // The same as Writer::PutNote, in a transaction of its own that is no commit. Waits as Write
  // does.
  virtual base::Status PutNote(const std::string& key, std::string_view text) = 0;
  // Begins to take a step over from another store. Waits and fails as Write does.
  virtual base::Result<std::unique_ptr<Replica>> Adopt() = 0;
  // The last commit; cheap enough to call many times a second.
  virtual base::Result<CommitId> Position() = 0;
  // The present state; as cheap as Position.
  virtual base::Result<StateId> State() = 0;
  // The last commit, as soon as it is later than `after`; at the end of `most`, or of the stop,
  // any.
  virtual base::Result<CommitId> AwaitCommit(CommitId after, std::chrono::milliseconds most,
                                             const std::stop_token& stop) = 0;
  // Reads everything and compares it with every checksum and count.
  virtual base::Status Check() = 0;
  // Writes a copy of one state to `path`, where no file may exist, while others read and write.
  // When this returns, the copy is on disk.
  virtual base::Status CopyTo(const std::string& path) = 0;
  // Overwrites the remains of removed rows and erased patches in unused parts of the files, when no
  // snapshot is older than the removal. Until then it returns kUnavailable, and the caller calls it
  // again. Others read and write meanwhile. Reads every file whole, or nothing if nothing was
  // withdrawn.
  virtual base::Status Wipe() = 0;
  // What the servers of a database share besides; it may be written to however the store was
  // opened. Null for a file, whose server is alone.
  virtual Cluster* cluster() { return nullptr; }
};

}  // namespace orgreg::store
