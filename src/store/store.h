// The durable tables of the register, behind one narrow interface that SQLite implements
// now and that another database can implement later: same meaning, same test suite
// (tests/unit/store/store_suite.h). The store has one table for each kind of record
// (model/kind.h) and knows rows, commits and the log of changes. What the JSON text in a row says
// is not its business.
//
// A Store is used by any number of threads. A Snapshot or a Writer is used by one thread at
// a time and does not outlive its Store. Any number of snapshots live beside each other and
// beside the one writer, and none waits for another.
//
// Errors: kCorrupt when stored bytes are not what was written (every row carries a checksum
// that is verified whenever it is read), kUnavailable when another writer is at work or the disk is
// full, kIo when the system refuses, kInvalid when the store is of another kind or version.
// Messages name the store.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"

namespace orgreg::store {

// The numbers are stored: never change one.
enum class RowState : std::uint8_t {
  kLive = 0,
  kDeleted = 1,  // struck off, still shown with what is left of it
  kRemoved = 2,  // withdrawn from publication; nothing of it may be shown again
};

struct Row {
  base::OrgNumber number;
  RowState state = RowState::kLive;
  std::string body;  // JSON text; may be empty
};

// A row that somebody else keeps alive.
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

// What a table holds, in two numbers: equal contents have equal descriptions, and different
// ones, for all practical purposes, have not.
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

// What is told to the log.
struct ChangeView {
  model::Kind kind = model::Kind::kEntity;
  base::OrgNumber number;
  ChangeType type = ChangeType::kUnknown;
  // From the row before to this one and back (RFC 6902); empty where there is nothing to
  // tell.
  std::string_view forward = {};
  std::string_view backward = {};
};

// A line of the log, as it is read.
struct Change {
  std::int64_t id = 0;  // from 1, rising in order of commit; all tables together
  base::OrgNumber number;
  ChangeType type = ChangeType::kUnknown;
  // Since 1970, UTC; never less than that of the line before, or more than that of its commit.
  std::int64_t time_ms = 0;
  std::string forward = {};
};

// Which lines of the log are wanted; all conditions must hold.
struct ChangeQuery {
  model::Kind kind = model::Kind::kEntity;
  std::int64_t from_id = 1;
  std::int64_t to_id = INT64_MAX;  // included
  std::int64_t from_time_ms = INT64_MIN;
  std::int64_t to_time_ms = INT64_MAX;        // included
  std::vector<base::OrgNumber> numbers = {};  // empty: of any row
  bool descending = false;
  std::int64_t first = 0;  // lines to pass over
  std::int64_t count = 0;  // lines to give, at most
  bool with_patches = false;
};

struct ChangePage {
  std::vector<Change> changes = {};
  std::int64_t total = 0;  // of all that match
};

// What a commit is known by.
struct BatchMark {
  std::string id = {};       // given by who made it, once; empty: none
  std::uint64_t digest = 0;  // of its content
};

// From the one time to the other, both included; milliseconds since 1970, UTC.
struct TimeSpan {
  std::int64_t first_ms = 0;
  std::int64_t last_ms = 0;
};

// What a commit did.
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
  kKeptRemoved,  // the row is removed and stays so: only a removed row may replace it
};

// One unchanging state of all tables, however long it is kept. A snapshot that is kept
// for hours costs disk space, not correctness.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  virtual ~Snapshot() = default;

  // The last commit that the snapshot contains.
  virtual CommitId position() const = 0;
  // The last commit that removed a row, erased patches or withdrew what rows held; 0 where none
  // did.
  virtual CommitId withdrawn() const = 0;
  virtual base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) = 0;
  // Every row in order of number, until `visit` fails; its error is then the result.
  // `visit` may call Find, and nothing else of this snapshot. A scan to the end also finds,
  // as kCorrupt, rows that are missing or were exchanged for older ones.
  virtual base::Status Scan(model::Kind kind,
                            const std::function<base::Status(const RowView&)>& visit) = 0;
  // At most `most` rows, in order of number, whose numbers are above `after`; stops as Scan
  // does. What Scan finds at its end is not looked for.
  virtual base::Status ScanAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                                 const std::function<base::Status(const RowView&)>& visit) = 0;
  // The organisations that the row names (Writer::SetReferences), rising.
  virtual base::Result<std::vector<base::OrgNumber>> References(model::Kind kind,
                                                                base::OrgNumber number) = 0;
  // Tells a commit from every other one that had its number, in this store or in one that a
  // restore took the place of: it is of the commit's time and of what the tables held then. 0
  // where there is no record of the commit.
  virtual base::Result<std::uint64_t> Fingerprint(CommitId commit) = 0;
  // The ids of all batches that begin with `prefix`, in order of bytes.
  virtual base::Result<std::vector<std::string>> BatchIds(const std::string& prefix) = 0;
  // The note of the key (Writer::PutNote); nothing where there is none.
  virtual base::Result<std::optional<std::string>> FindNote(const std::string& key) = 0;
  // Costs the same however much there is.
  virtual Contents Describe(model::Kind kind) const = 0;
  // The id of the last line of the log, or the last one skipped; 0 where there is none.
  virtual std::int64_t last_change() const = 0;
  // The numbers of all rows that were put since the commit at which the kind held `then`,
  // rising. Nothing where that cannot be told: the commit is not one of this store, or a
  // bulk load came after it.
  virtual base::Result<std::optional<std::vector<base::OrgNumber>>> ChangedSince(
      model::Kind kind, CommitId commit, const Contents& then) = 0;
  // A page of the log. Without numbers, the cost does not grow with `first` or the log.
  virtual base::Result<ChangePage> ReadChanges(const ChangeQuery& query) = 0;
};

// One transaction: all of it or nothing. Destroyed without Commit, it leaves no trace.
class Writer {
 public:
  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  // What Commit would say of the clock if it were called now: kUnavailable where the clock is most
  // likely wrong (store/clock_check.h). For whoever would otherwise work long in vain.
  virtual base::Status CheckClock() = 0;
  // The row as this transaction has it.
  virtual base::Result<std::optional<Row>> Find(model::Kind kind, base::OrgNumber number) = 0;
  // What the batch of this id did; nothing where there was none.
  virtual base::Result<std::optional<Receipt>> FindBatch(const std::string& id) = 0;
  // Cheapest in order of number. After an error every further call fails.
  virtual base::Result<PutOutcome> Put(model::Kind kind, const RowView& row) = 0;
  // Puts a row where a removed one is, which Put leaves as it is.
  virtual base::Result<PutOutcome> Reinstate(model::Kind kind, const RowView& row) = 0;
  // Records which organisations the row names, in place of those it named before. In a table
  // that has references, each Put or Reinstate that changed a row is followed by one call;
  // Commit fails otherwise, because a reference that is missing would go unnoticed.
  virtual base::Status SetReferences(model::Kind kind, base::OrgNumber number,
                                     const std::vector<base::OrgNumber>& named) = 0;
  // The rows of the table that name the organisation, rising.
  virtual base::Result<std::vector<base::OrgNumber>> Referring(model::Kind kind,
                                                               base::OrgNumber named) = 0;
  // The row, which is there, counts as put by this transaction, though it stays as it is: for
  // what becomes visible by something else.
  virtual base::Status Touch(model::Kind kind, base::OrgNumber number) = 0;
  // Adds a line to the log, for a row put before, and gives its id. One line for each time
  // that Put or Reinstate changed a row, or that Touch was called, or none for any of a table: that
  // is a bulk load.
  virtual base::Result<std::int64_t> Log(const ChangeView& change) = 0;
  // The times that SetLogTime takes: from that of the last line of the log, or 1970 where there is
  // no line, to the time of this commit.
  virtual base::Result<TimeSpan> LogTimes() = 0;
  // The lines of this transaction get this time in place of the commit's; for changes that were
  // made earlier, elsewhere. kInvalid outside LogTimes. To be called before Log.
  virtual base::Status SetLogTime(std::int64_t time_ms) = 0;
  // No line of the log from now on has an id up to `change`; for ids that were given already
  // in a state that is lost. To be called before Log.
  virtual base::Status SkipTo(std::int64_t change) = 0;
  // What rows held before this transaction shall leave no trace, as if they were removed.
  virtual void Withdraw() = 0;
  // Takes the patches out of all earlier lines of the row; ids, times, numbers and types
  // stay.
  virtual base::Status EraseHistory(model::Kind kind, base::OrgNumber number) = 0;
  // Keeps a text under a key, in place of the one that was there. Notes are no part of the
  // register: they say how its contents came in.
  virtual base::Status PutNote(const std::string& key, std::string_view text) = 0;
  // The note as this transaction has it; nothing where there is none.
  virtual base::Result<std::optional<std::string>> FindNote(const std::string& key) = 0;
  // When this returns a value, the transaction outlives a power cut. Not called twice.
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
  // Waits a while for another writer, in whatever process, then fails with kUnavailable.
  virtual base::Result<std::unique_ptr<Writer>> Write() = 0;
  // As Writer::PutNote, in a transaction of its own that is no commit. Waits as Write does.
  virtual base::Status PutNote(const std::string& key, std::string_view text) = 0;
  // The last commit; cheap enough to ask many times a second.
  virtual base::Result<CommitId> Position() = 0;
  // Reads everything and compares it with every checksum and count there is.
  virtual base::Status Check() = 0;
  // Writes a copy of one state to `path`, where nothing may be, while others read and write.
  // When this returns, the copy is on the disk.
  virtual base::Status CopyTo(const std::string& path) = 0;
  // Overwrites what removed rows and erased patches left in unused parts of the files, once
  // no snapshot is older than they. Until then kUnavailable: to be called again. Others read
  // and write meanwhile; reads every file whole, or nothing where nothing was withdrawn.
  virtual base::Status Wipe() = 0;
};

}  // namespace orgreg::store
