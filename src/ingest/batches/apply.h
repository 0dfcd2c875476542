// SPDX-License-Identifier: EUPL-1.2

// Applies batches of changes (docs/batches.md) to the register, each in its own transaction, one
// after another until one is refused: later ones may depend on it.
//
// Used by one thread. Errors are the store's; the current batch may or may not be applied then, and
// a batch with an id can be sent again.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "formats/byte_source.h"
#include "ingest/batches/reader.h"
#include "records/readers/role_sealing.h"
#include "records/register.h"

namespace orgreg::ingest {

// A batch is applied and on the disk.
struct Acknowledgement {
  std::string batch = {};  // Its id; empty if it has none.
  bool repeated = false;   // It was applied before, and is not applied again.
  std::int64_t commit = 0;
  std::uint64_t operations = 0;
  std::uint64_t updates = 0;     // Lines of the log; the other operations changed nothing.
  std::int64_t last_update = 0;  // The id of the last of them, if there is one.

  // One line of JSON.
  std::string ToJson() const;
};

struct ApplyOptions {
  // The id of a batch without a header. If it is empty, such a batch has none, and is applied again
  // when it is sent again.
  std::string default_id = {};
  // Whether batches may have the time of their changes. Otherwise such a batch is refused.
  bool is_history = false;
  // How identification numbers of roles are sealed.
  records::NumberSealing sealing = {};
  // Called for each batch as soon as it is applied. An error ends the work.
  std::function<base::Status(const Acknowledgement&)> acknowledge = {};
};

struct ApplyReport {
  std::uint64_t done = 0;  // Batches, repeated ones too.
  // Of the batch that was refused; none if all are applied.
  BatchProblems problems = {};

  bool refused() const { return problems.count != 0; }
};

base::Result<ApplyReport> ApplyBatches(records::Register* target, formats::ByteSource* source,
                                       const ApplyOptions& options);

}  // namespace orgreg::ingest
