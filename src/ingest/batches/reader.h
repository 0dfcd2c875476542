// Reads batches of changes (docs/batches.md): lines of JSON, where a header begins a batch and
// each further line is one operation. A batch is handed out whole, with everything that is
// wrong with it, so that nothing of it need be done to find out. An input that is cut off,
// that is not lines of JSON or that cannot be read is a problem of the batch at hand, and
// the last one.
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

namespace orgreg::ingest {

struct BatchProblem {
  std::uint64_t line = 0;  // In the input, from 1; 0: the input as a whole is wrong.
  records::Problem problem = {};
};

// All that is wrong with a batch is counted, but only the first is kept.
struct BatchProblems {
  static constexpr std::size_t kMostKept = 100;

  std::uint64_t count = 0;
  std::vector<BatchProblem> first = {};

  void Add(std::uint64_t line, records::Problem problem);
  // "line N: MEMBER: reason", of those that are kept.
  std::vector<std::string> Texts() const;
};

struct ReadBatch {
  // The id is empty where there is no header. Only where there are no problems is it whole.
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

  // The next batch; nothing at the end. Where its header tells how many operations come, a
  // batch is handed out without waiting for what follows. Not called again after the end.
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
  std::optional<NextLine> next_;  // Looked at, but not taken.
  bool is_over_ = false;          // Nothing more can be read.
  bool is_first_ = true;
  // Of the batch at hand.
  std::optional<std::uint64_t> expected_;
  std::uint64_t operations_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace orgreg::ingest
