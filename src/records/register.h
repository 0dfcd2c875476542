// SPDX-License-Identifier: EUPL-1.2

// The Register is the durable truth: the current record of every unit, in the store. It returns
// Units.
//
// Only this folder opens a writing transaction of the store, so every change follows the rules of
// this folder: the log is written (rows/journal.h), references are kept (rows/references.h), and
// removed records stay removed. tests/tidy/contracts.txt holds it. A replica changes nothing: it
// takes over what its source has written (store/replica.h).
//
// A Register may be used from several threads; a Load belongs to one. Errors are those of the store
// (store/store.h); a stored record that cannot be read is kCorrupt.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/values/timestamp.h"
#include "model/unit.h"
#include "records/code_list_changes.h"
#include "records/document_load.h"
#include "records/filing_load.h"
#include "records/import_note.h"
#include "records/load.h"
#include "records/operation.h"
#include "records/rows/stored_row.h"
#include "records/rows/unit_scan.h"
#include "store/checksum.h"
#include "store/store.h"

namespace orgreg::records {

// One unchanging state of the register; used by one thread.
class View {
 public:
  explicit View(std::unique_ptr<store::Snapshot> snapshot) : snapshot_(std::move(snapshot)) {}

  store::CommitId position() const { return snapshot_->position(); }
  store::StateId state() const { return store::StateIdOf(snapshot_->summary()); }
  // Distinguishes a commit from others of the same number (store::Snapshot).
  base::Result<std::uint64_t> Fingerprint(store::CommitId commit) {
    return snapshot_->Fingerprint(commit);
  }
  // The ids of all batches that begin with `prefix`, in order of bytes.
  base::Result<std::vector<std::string>> BatchIds(const std::string& prefix) {
    return snapshot_->BatchIds(prefix);
  }
  // True if the entity or sub-entity of the number was removed from publication; false if the
  // register does not know it.
  base::Result<bool> IsRemoved(base::OrgNumber number);
  // The organisations that a record names (records/rows/references.h), as the store has them.
  base::Result<std::vector<base::OrgNumber>> References(model::Kind kind, base::OrgNumber number);
  // The outcome of the last import with that key (ImportNote::KeyOf); nothing if there is none.
  base::Result<std::optional<ImportNote>> LastImport(const std::string& key);
  // The last commit that removed a record from publication; 0 if none did.
  store::CommitId withdrawn() const { return snapshot_->withdrawn(); }
  // The id of the last line of the log.
  std::int64_t last_change() const { return snapshot_->last_change(); }
  // The same records always give the same value.
  store::Contents Describe(model::Kind kind) const;
  // Every record of the kind in order of number, until `visit` fails; its error is then
  // the result.
  base::Status Scan(model::Kind kind, const UnitVisit& visit);
  // The same, while another thread reads ahead (rows/unit_scan.h).
  base::Status ScanAhead(model::Kind kind, const UnitVisit& visit) {
    return ScanUnitsAhead(kind, snapshot_.get(), visit);
  }
  // Visit the rows of a supplement, as Scan and Visit do for units.
  base::Status ScanRows(model::Kind kind,
                        const std::function<base::Status(const store::RowView&)>& visit);
  base::Status VisitRows(model::Kind kind, std::span<const base::OrgNumber> numbers,
                         const std::function<base::Status(const store::RowView&)>& visit);
  // A part of ScanRows: at most `most` rows with numbers above `after`.
  base::Status ScanRowsAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                             const std::function<base::Status(const store::RowView&)>& visit);
  // The row of one number.
  base::Result<std::optional<store::Row>> FindRow(model::Kind kind, base::OrgNumber number);
  // The numbers of the kind's records that changed since the commit when the store had `then` of
  // the kind, ascending; nothing if that is unknown.
  base::Result<std::optional<std::vector<base::OrgNumber>>> ChangedSince(
      model::Kind kind, store::CommitId commit, const store::Contents& then);
  // Visits the records of these numbers, in their order; stops as Scan does. kCorrupt if one is
  // missing.
  base::Status Visit(model::Kind kind, std::span<const base::OrgNumber> numbers,
                     const UnitVisit& visit);

 private:
  std::unique_ptr<store::Snapshot> snapshot_;
  // Reused from row to row.
  RowReader reader_;
  model::Unit unit_;
};

// An operation of a batch that is not allowed.
struct Refusal {
  std::size_t operation = 0;  // Its position in the batch, from 0.
  Objection objection = Objection::kNone;
};

struct BatchOutcome {
  static constexpr std::size_t kMostRefusals = 100;
  enum class State : std::uint8_t {
    kDone,
    kRepeated,  // It was done before: nothing is done now, and the receipt is the old one.
    kIdTaken,   // Another batch was done under this id.
    kRefused,   // The register does not allow it.
  };

  State state = State::kDone;
  store::Receipt receipt = {};         // For kDone and kRepeated.
  std::vector<Refusal> refusals = {};  // The first kMostRefusals.
  std::uint64_t refused = 0;           // Operations that are not allowed.
  Objection time_objection = Objection::kNone;
  base::Timestamp last_update = {};  // Set if the batch's time is before it.
};

class Register {
 public:
  // The store outlives the register.
  explicit Register(store::Store* store) : store_(store) {}

  base::Result<Load> BeginLoad(const LoadOptions& options) { return Load::Begin(store_, options); }
  // For financial statements, which are added to the existing ones.
  base::Result<FilingLoad> BeginFilings() { return FilingLoad::Begin(store_); }
  // Adds documents to the lists of their organisations (document_load.h).
  base::Result<DocumentCounts> PutDocuments(std::span<const model::DocumentList> lists) {
    return records::PutDocuments(store_, lists);
  }
  // Deletes the files that no list has; nothing if there is no folder.
  base::Result<SweepCounts> SweepDocuments(const DocumentFolder& folder) {
    return records::SweepDocuments(store_, folder);
  }
  base::Result<SweepCounts> SweepDocuments(DocumentFolder::Session* session) {
    return records::SweepDocuments(store_, session);
  }
  base::Result<View> Read() const;
  // Applies the whole batch, or nothing of it. When this returns a done batch, it is on disk.
  base::Result<BatchOutcome> Apply(const Batch& batch);
  // From now on no update has an id up to `change`.
  base::Status SkipTo(std::int64_t change);
  // Stores the outcome of an import under its key. Adds no commit.
  base::Status Note(const std::string& key, const ImportNote& note) {
    return store_->PutNote(key, note.ToText());
  }
  // Changes the code lists of this program and of the others that use the store.
  base::Result<CodeCounts> PutCodeChanges(const std::vector<model::CodeChange>& changes) {
    return records::PutCodeChanges(store_, changes);
  }
  // Must be called before records are read from the store or from a source.
  base::Status InstallCodeLists() const { return records::InstallCodeLists(store_); }
  // Overwrites remains of removed records in unused parts of the store (store::Store::Wipe).
  base::Status Wipe() { return store_->Wipe(); }

  // Increases with every commit.
  base::Result<store::CommitId> Position() const { return store_->Position(); }
  base::Result<store::StateId> State() const { return store_->State(); }

 private:
  store::Store* store_;
};

}  // namespace orgreg::records
