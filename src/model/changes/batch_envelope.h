// SPDX-License-Identifier: EUPL-1.2

// The members of one line of a batch (docs/batches.md), unchanged: a header's and an operation's
// together. The reader of batches says which of them belong together and what their texts must be.
// Plain data and constants.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/schema/schema.h"

namespace orgreg::model {

// In the order of the schema's rows.
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

struct BatchEnvelope {
  std::array<std::optional<std::string>, kBatchMembers> texts = {};  // By BatchMember.
  std::optional<std::uint64_t> count = {};
  std::optional<std::string_view> record = {};  // JSON, part of the line.

  const std::optional<std::string>& Text(BatchMember member) const {
    return texts[static_cast<std::size_t>(member)];
  }
};

// A repeated member is an error.
extern const SchemaOf<BatchEnvelope> kBatchEnvelopeSchema;

// The member's name in a line.
std::string_view NameOf(BatchMember member);

}  // namespace orgreg::model
