// What the store keeps beside the bodies, as plain structs, and the checksums of all that is
// stored, the same in every backend; docs/store-format.md defines them. A checksum covers
// the place and the age of what it is for, so that a row in the wrong place or from an older
// file is found as surely as a flipped bit. Pure functions.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/kind.h"
#include "store/store.h"

namespace orgreg::store {

// The tables that there were first: the others count in a checksum once they hold something.
inline constexpr std::size_t kFirstTableCount = 2;

// What the store knows of itself beside the rows.
struct Summary {
  CommitId position = {};
  CommitId first_commit{1};      // the oldest one there is a record of
  std::int64_t last_change = 0;  // the id of the last line of the log
  std::int64_t time_ms = 0;      // of the last commit
  CommitId withdrawn = {};       // the last one that took something away for good
  CommitId wiped = {};           // nothing withdrawn up to it has left a trace in the file
  struct OfTable {
    std::uint64_t rows = 0;
    std::uint64_t sum = 0;       // of the rows' checksums, modulo 2^64
    std::int64_t lines = 0;      // of the log; they have the places 1 to this
    std::uint64_t line_sum = 0;  // of the lines' checksums, modulo 2^64
    CommitId unlogged = {};      // the last one that changed rows without telling the log
    friend bool operator==(const OfTable&, const OfTable&) = default;
  };
  std::array<OfTable, model::kKindCount> tables = {};

  OfTable& Of(model::Kind kind) { return tables[model::IndexOf(kind)]; }
  const OfTable& Of(model::Kind kind) const { return tables[model::IndexOf(kind)]; }
};

// What is kept of one commit.
struct CommitRecord {
  CommitId id = {};
  std::int64_t time_ms = 0;
  BatchMark batch = {};
  std::int64_t last_change = 0;  // the id of the last line of the log up to here
  std::uint64_t changes = 0;     // lines of this commit
  struct OfTable {
    Contents contents = {};    // after the commit
    bool is_unlogged = false;  // rows changed and the log was not told
    friend bool operator==(const OfTable&, const OfTable&) = default;
  };
  std::array<OfTable, model::kKindCount> tables = {};

  OfTable& Of(model::Kind kind) { return tables[model::IndexOf(kind)]; }
  const OfTable& Of(model::Kind kind) const { return tables[model::IndexOf(kind)]; }
};

// A line of the log without its patches.
struct LogLine {
  std::int64_t id = 0;
  model::Kind kind = model::Kind::kEntity;
  std::int64_t place = 0;  // among the lines of its table, from 1
  CommitId commit = {};
  base::OrgNumber number = {};
  ChangeType type = ChangeType::kUnknown;
  std::int64_t time_ms = 0;
  // The sum of the places that the lines of this number have, up to this one: a line that
  // the index by number has lost is missing in it.
  std::uint64_t place_sum = 0;
  std::uint64_t patch_sum = 0;  // PatchChecksum, so that a line is verified without patches
};

std::uint64_t RowChecksum(model::Kind kind, CommitId commit, const RowView& row);
std::uint64_t SummaryChecksum(const Summary& summary);
std::uint64_t CommitChecksum(const CommitRecord& record);
std::uint64_t LineChecksum(const LogLine& line);
std::uint64_t PatchChecksum(std::string_view forward, std::string_view backward);
std::uint64_t NoteChecksum(std::string_view key, std::string_view text);

}  // namespace orgreg::store
