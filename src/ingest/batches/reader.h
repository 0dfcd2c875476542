// SPDX-License-Identifier: EUPL-1.2

// Reads batches of changes (docs/batches.md): lines of JSON, where a header begins a batch and each
// further line is one operation. A batch is returned as a whole, with all its problems, so that it
// can be checked without applying it. An input that is truncated, that is not lines of JSON or that
// cannot be read is a problem of the current batch, which is the last one.
//
// Used by one thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/byte_source.h"
#include "formats/json/records.h"
#include "ingest/batches/line.h"
#include "records/operation.h"
#include "records/readers/role_sealing.h"

namespace orgreg::ingest {

struct BatchProblem {
  std::uint64_t line = 0;  // In the input, from 1; 0: the whole input is wrong.
  records::Problem problem = {};
};

// All problems of a batch are counted, but only the first are kept.
struct BatchProblems {
  static constexpr std::size_t kMostKept = 100;

  std::uint64_t count = 0;
  std::vector<BatchProblem> first = {};

  void Add(std::uint64_t line, records::Problem problem);
  // "line N: MEMBER: reason", for each that is kept.
  std::vector<std::string> Texts() const;
};

struct ReadBatch {
  // The id is empty without a header. The batch is complete only if there are no problems.
  records::Batch batch = {};
  std::vector<std::uint64_t> lines = {};  // In the input, from 1: of each operation.
  std::uint64_t line = 0;                 // Where the batch begins.
  BatchProblems problems = {};
};

class BatchReader {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  // `source` outlives the reader. `most_bytes` bounds the text of one batch.
  explicit BatchReader(formats::ByteSource* source, const records::NumberSealing& sealing = {},
                       std::uint64_t most_bytes = kMostBytes)
      : texts_(source), most_bytes_(most_bytes), reader_(sealing) {}

  // Returns the next batch; nothing at the end. If its header says how many operations come, the
  // batch is returned without waiting for further input. Must not be called after the end.
  std::optional<ReadBatch> Next();

 private:
  struct NextLine {
    BatchLine line = {};
    std::string_view text = {};
    std::uint64_t number = 0;
  };

  bool Advance(ReadBatch* read);
  void Begin(ReadBatch* read);
  void TakeOperation(ReadBatch* read);
  std::uint64_t Digest(std::uint64_t so_far) const;
  void Finish(ReadBatch* read) const;
  bool IsFull() const { return expected_ && operations_ >= *expected_; }

  formats::JsonRecords texts_;
  std::uint64_t most_bytes_;
  BatchLineReader reader_;
  std::optional<NextLine> next_;  // Read ahead, but not used yet.
  bool is_over_ = false;          // There is no more input.
  bool is_first_ = true;
  // Of the current batch.
  std::optional<std::uint64_t> expected_;
  std::uint64_t operations_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace orgreg::ingest
