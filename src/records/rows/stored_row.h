// SPDX-License-Identifier: EUPL-1.2

// Converts Units to rows of the store and back: a row's body is the stored form of the record, JSON
// with every member and without links. Writers and readers own buffers: use one per thread.

#pragma once

#include <string>

#include "base/result.h"
#include "model/unit.h"
#include "records/readers/record_reader.h"
#include "store/store.h"

namespace orgreg::records {

model::State StateOf(store::RowState state);
store::RowState RowStateOf(model::State state);

class RowWriter {
 public:
  // The row of a unit, valid until the next call. kInvalid if it could not be read back unchanged:
  // one such row would keep the whole register from being served.
  base::Result<store::RowView> Write(model::Kind kind, const model::Unit& unit);

 private:
  RecordReader reader_;
  model::Unit again_;
  std::string body_;
};

class RowReader {
 public:
  // kCorrupt if the body cannot be read.
  base::Status Read(model::Kind kind, const store::RowView& row, model::Unit* unit);

 private:
  RecordReader reader_;
  std::string padded_;
};

}  // namespace orgreg::records
