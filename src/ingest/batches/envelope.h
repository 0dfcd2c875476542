// The members of one line of a batch (docs/batches.md) as they stand there, before anything
// is made of them. Names and types are checked here; which of them belong together is the
// caller's to say. A reader owns the parser's buffers: use one per thread.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "records/readers/problem.h"

namespace orgreg::ingest {

enum class BatchMember : std::uint8_t {
  kBatch,
  kCount,
  kTime,
  kOperation,
  kKind,
  kNumber,
  kDay,
  kRecord,
};
inline constexpr std::size_t kBatchMembers = 8;

// What the member is called in a line.
const std::string& NameOf(BatchMember member);

struct BatchEnvelope {
  std::array<bool, kBatchMembers> given = {};
  std::array<std::optional<std::string>, kBatchMembers> texts = {};  // Of those that are text.
  std::optional<std::uint64_t> count = {};
  std::string_view record = {};  // Part of the line.

  bool Has(BatchMember member) const { return given[static_cast<std::size_t>(member)]; }
  const std::optional<std::string>& Text(BatchMember member) const {
    return texts[static_cast<std::size_t>(member)];
  }
};

class BatchEnvelopeReader {
 public:
  BatchEnvelopeReader();
  ~BatchEnvelopeReader();

  // Adds to `problems` what is wrong. `line` is followed by RecordReader::kPadding readable
  // bytes. False where no sense can be made of the line.
  bool Read(std::string_view line, BatchEnvelope* envelope, records::Problems* problems);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace orgreg::ingest
