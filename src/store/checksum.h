// The checksums of stored rows, the same in every backend; docs/store-format.md defines
// them. A row's checksum covers its place (table, number) and age (commit), so that a row
// in the wrong place or from an older file is found as surely as a flipped bit.
// Pure functions.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "store/store.h"

namespace orgreg::store {

std::uint64_t RowChecksum(Table table, CommitId commit, const RowView& row);

// What the store knows of itself beside the rows.
struct Summary {
  CommitId position;
  struct OfTable {
    std::uint64_t rows = 0;
    std::uint64_t sum = 0;  // of the rows' checksums, modulo 2^64
    friend bool operator==(const OfTable&, const OfTable&) = default;
  };
  std::array<OfTable, kTableCount> tables = {};

  OfTable& Of(Table table) { return tables[static_cast<std::size_t>(table)]; }
  const OfTable& Of(Table table) const { return tables[static_cast<std::size_t>(table)]; }
};

std::uint64_t SummaryChecksum(const Summary& summary);

}  // namespace orgreg::store
