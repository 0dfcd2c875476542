// The Register is the durable truth: the current record of every unit, in the store. It is
// the only writer, and what it hands out are Units.
//
// A Register may be used from several threads; a Load belongs to one. Errors are those of
// the store (store/store.h); a stored record that cannot be read is kCorrupt.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "model/unit.h"
#include "records/record_reader.h"
#include "store/store.h"

namespace orgreg::records {

// What became of the records of a load.
struct LoadCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;
  std::uint64_t unchanged = 0;
  // Already removed from publication in the store: a load never shows such a record again.
  std::uint64_t kept_removed = 0;
};

// Records on their way into the store: all of them or, when it is dropped without Commit,
// none.
class Load {
 public:
  explicit Load(std::unique_ptr<store::Writer> writer) : writer_(std::move(writer)) {}

  // kInvalid, and nothing is stored, where the record could not be read again as it is;
  // the load may go on then.
  base::Status Put(model::Kind kind, const model::Unit& unit);
  // After this the records are on the disk.
  base::Result<LoadCounts> Commit();

 private:
  std::unique_ptr<store::Writer> writer_;
  RecordReader reader_;
  LoadCounts counts_;
  std::string body_;
};

// One state of the register, however long it is kept; used by one thread.
class View {
 public:
  explicit View(std::unique_ptr<store::Snapshot> snapshot) : snapshot_(std::move(snapshot)) {}

  store::CommitId position() const { return snapshot_->position(); }
  // The same for the same records, whenever it is asked.
  store::Contents Describe(model::Kind kind) const;
  // Every record of the kind in order of number, until `visit` fails; its error is then
  // the result.
  base::Status Scan(model::Kind kind, const std::function<base::Status(const model::Unit&)>& visit);

 private:
  std::unique_ptr<store::Snapshot> snapshot_;
};

class Register {
 public:
  // The store outlives the register.
  explicit Register(store::Store* store) : store_(store) {}

  base::Result<Load> BeginLoad();
  base::Result<View> Read() const;

  // Rises with every commit.
  base::Result<store::CommitId> Position() const { return store_->Position(); }

 private:
  store::Store* store_;
};

}  // namespace orgreg::records
