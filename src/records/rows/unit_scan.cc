// SPDX-License-Identifier: EUPL-1.2

// Portions of units go from the reading thread to the visiting one, and come back to be filled
// again: their memory is then freed by the thread that allocated it.

#include "records/rows/unit_scan.h"

#include <array>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/threads/channel.h"
#include "base/threads/helper_thread.h"
#include "records/rows/stored_row.h"

namespace orgreg::records {
namespace {

constexpr std::size_t kPortionUnits = 64;
constexpr std::size_t kPortionsUnderWay = 4;

struct Portion {
  std::array<model::Unit, kPortionUnits> units = {};
  std::size_t count = 0;
};
using PortionPointer = std::unique_ptr<Portion>;

class ReadAhead {
 public:
  ReadAhead(model::Kind kind, store::Snapshot* snapshot) : kind_(kind), snapshot_(snapshot) {
    for (std::size_t made = 0; made < kPortionsUnderWay; ++made) {
      empty_.Send(std::make_unique<Portion>());
    }
  }

  // Begins to read. False if there is no thread for it.
  bool Begin() {
    try {
      thread_.emplace("reading", [this] { Read(); }, [this] { Close(); });
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  base::Status VisitAll(const UnitVisit& visit) {
    while (PortionPointer portion = Next()) {
      for (std::size_t at = 0; at < portion->count; ++at) TRY(visit(portion->units[at]));
      empty_.Send(std::move(portion));
    }
    TRY(thread_->Join());
    return std::move(read_);
  }

 private:
  // Runs in the thread.
  void Read() {
    RowReader reader;
    PortionPointer portion;
    read_ = snapshot_->Scan(kind_, [&](const store::RowView& row) -> base::Status {
      if (!portion) portion = Empty();
      if (!portion) return Stopped();
      TRY(reader.Read(kind_, row, &portion->units[portion->count]));
      const bool is_full = ++portion->count == kPortionUnits;
      return !is_full || full_.Send(std::move(portion)) ? base::Status() : Stopped();
    });
    // The units before a bad row are visited too.
    if (portion) full_.Send(std::move(portion));
  }

  PortionPointer Empty() {
    PortionPointer portion = empty_.Receive().value_or(nullptr);
    if (portion) portion->count = 0;
    return portion;
  }

  // Null at the end.
  PortionPointer Next() { return full_.Receive().value_or(nullptr); }

  // The visitor has given up, so that its own error is the result.
  static base::Status Stopped() { return base::Error{base::Code::kUnavailable, "stopped"}; }

  void Close() {
    empty_.Close();
    full_.Close();
  }

  model::Kind kind_;
  store::Snapshot* snapshot_;
  base::Channel<PortionPointer> empty_ = base::Channel<PortionPointer>(kPortionsUnderWay);
  base::Channel<PortionPointer> full_ = base::Channel<PortionPointer>(kPortionsUnderWay);
  base::Status read_;  // The result of the thread, which sets it.
  std::optional<base::HelperThread> thread_;
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
