// Applies batches of changes (docs/batches.md) to the register, each in a transaction of its
// own, one after another until one is refused: what comes later may build on it.
//
// Used by one thread. Errors are the store's; nothing of the batch at hand is then known to
// be done, and a batch with an id can be sent again.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "formats/byte_source.h"
#include "ingest/batches/reader.h"
#include "records/readers/supplement.h"
#include "records/register.h"

namespace orgreg::ingest {

// Says that a batch is done and on the disk.
struct Acknowledgement {
  std::string batch = {};  // Its id; empty where it has none.
  bool repeated = false;   // It was done before, and only then.
  std::int64_t commit = 0;
  std::uint64_t operations = 0;
  std::uint64_t updates = 0;     // Lines of the log; the other operations changed nothing.
  std::int64_t last_update = 0;  // The id of the last of them, where there is one.

  // One line of JSON.
  std::string ToJson() const;
};

struct ApplyOptions {
  // The id of a batch without a header; empty: it has none, and is done again when it is
  // sent again.
  std::string default_id = {};
  // Whether batches may say when their changes were made. Otherwise such a batch is refused.
  bool is_history = false;
  // Of roles: what becomes of identification numbers.
  records::NumberSealing sealing = {};
  // Called for each batch as soon as it is done. An error ends the work.
  std::function<base::Status(const Acknowledgement&)> acknowledge = {};
};

struct ApplyReport {
  std::uint64_t done = 0;  // Batches, repeated ones too.
  // Of the batch that was refused; none where all are done.
  BatchProblems problems = {};

  bool refused() const { return problems.count != 0; }
};

base::Result<ApplyReport> ApplyBatches(records::Register* target, formats::ByteSource* source,
                                       const ApplyOptions& options);

}  // namespace orgreg::ingest
