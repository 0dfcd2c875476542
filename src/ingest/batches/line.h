// SPDX-License-Identifier: EUPL-1.2

// One line of a batch (docs/batches.md): its header, or an operation. Every problem names its
// member; the record is read as an import reads it, except that values which break the rules of
// their fields are problems.
//
// A reader owns the parsers' buffers: use one per thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/changes/batch_envelope.h"
#include "records/operation.h"
#include "records/readers/json_reader.h"
#include "records/readers/record_reader.h"
#include "records/readers/supplement.h"

namespace orgreg::ingest {

struct BatchLine {
  bool is_header = false;
  // Of a header.
  std::string id = {};
  std::optional<std::uint64_t> count = {};   // Of the operations to come.
  std::optional<base::Timestamp> time = {};  // When the changes were made.
  // Of any other line, if there are no problems.
  records::Operation operation = {};
  records::Problems problems = {};
};

class BatchLineReader {
 public:
  explicit BatchLineReader(const records::NumberSealing& sealing = {}) : supplements_(sealing) {}

  // `text` is followed by RecordReader::kPadding readable bytes.
  BatchLine Read(std::string_view text);

 private:
  void ReadHeader(BatchLine* line);
  void ReadOperation(BatchLine* line);
  void ReadDeletion(std::optional<model::Kind> kind, BatchLine* line);
  void ReadRecord(model::Kind kind, BatchLine* line);
  // These return false if there are problems.
  bool MakeOperation(model::Kind kind, BatchLine* line, records::Problems* problems);
  bool MakeUnit(model::Kind kind, BatchLine* line, records::Problems* problems);

  records::JsonReader envelopes_;
  records::RecordReader records_ = records::RecordReader(records::RecordSource::kInventory);
  records::SupplementReader supplements_;
  records::OperationMaker operations_;
  // Reused from line to line.
  model::BatchEnvelope envelope_;
  std::vector<std::string> unknown_;
  model::Unit unit_;
};

// Whether this is a valid id of a batch: 1 to 128 visible characters of ASCII.
bool IsBatchId(std::string_view text);

// The member of a line that holds an operation's organisation number.
std::string NumberMember(records::Action action);

}  // namespace orgreg::ingest
