// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/unit_scan.h"

#include <memory>
#include <system_error>
#include <utility>

#include "base/threads/helper_thread.h"
#include "base/threads/portions.h"
#include "records/rows/stored_row.h"

namespace orgreg::records {
namespace {

class ReadAhead {
 public:
  ReadAhead(model::Kind kind, store::Snapshot* snapshot) : kind_(kind), snapshot_(snapshot) {}

  // Begins to read. False if there is no thread for it.
  bool Begin() {
    try {
      thread_ = std::make_unique<base::HelperThread>(
          "reading", [this] { Read(); }, [this] { units_.Close(); });
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  base::Status VisitAll(const UnitVisit& visit) {
    TRY(units_.TakeAll([&](const model::Unit* unit) { return visit(*unit); }));
    TRY(thread_->Join());
    return std::move(read_);
  }

 private:
  // Runs in the thread.
  void Read() {
    RowReader reader;
    read_ = snapshot_->Scan(kind_, [&](const store::RowView& row) -> base::Status {
      model::Unit* const unit = units_.Place();
      if (unit == nullptr) return Stopped();
      TRY(reader.Read(kind_, row, unit));
      return units_.Keep() ? base::Status() : Stopped();
    });
    // The units before a bad row are visited too.
    units_.Send();
  }

  // The visitor has given up, so that its own error is the result.
  static base::Status Stopped() { return base::Error{base::Code::kUnavailable, "stopped"}; }

  model::Kind kind_;
  store::Snapshot* snapshot_;
  base::Portions<model::Unit> units_;
  base::Status read_;  // The result of the thread, which sets it.
  std::unique_ptr<base::HelperThread> thread_;
};

}  // namespace

base::Status ScanUnits(model::Kind kind, store::Snapshot* snapshot, const UnitVisit& visit) {
  RowReader reader;
  model::Unit unit;
  return snapshot->Scan(kind, [&](const store::RowView& row) -> base::Status {
    TRY(reader.Read(kind, row, &unit));
    return visit(unit);
  });
}

base::Status ScanUnitsAhead(model::Kind kind, store::Snapshot* snapshot, const UnitVisit& visit) {
  ReadAhead ahead(kind, snapshot);
  return ahead.Begin() ? ahead.VisitAll(visit) : ScanUnits(kind, snapshot, visit);
}

}  // namespace orgreg::records
