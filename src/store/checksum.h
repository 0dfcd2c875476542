// SPDX-License-Identifier: EUPL-1.2

// The data that the store keeps besides bodies, as plain structs, and the checksums of all stored
// data, the same in every backend; docs/store-format.md defines them. A checksum covers the place
// and the age of its data, so a row in the wrong place or from an older file is found as surely as
// a flipped bit. Pure functions.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/kind.h"
#include "store/store.h"

namespace orgreg::store {

// The original tables: the others count in a checksum only if they have content.
inline constexpr std::size_t kFirstTableCount = 2;

// The store's data other than rows.
struct Summary {
  CommitId position = {};
  CommitId first_commit{1};      // the oldest one with a record
  std::int64_t last_change = 0;  // the id of the last line of the log
  std::int64_t time_ms = 0;      // of the last commit
  CommitId withdrawn = {};       // the last one that withdrew data for good
  CommitId wiped = {};           // nothing withdrawn up to it has left a trace in the file
  struct OfTable {
    std::uint64_t rows = 0;
    std::uint64_t sum = 0;       // of the rows' checksums, modulo 2^64
    std::int64_t lines = 0;      // of the log; they have the places 1 to this
    std::uint64_t line_sum = 0;  // of the lines' checksums, modulo 2^64
    CommitId unlogged = {};      // the last one that changed rows without log lines
    friend bool operator==(const OfTable&, const OfTable&) = default;
  };
  std::array<OfTable, model::kKindCount> tables = {};

  OfTable& Of(model::Kind kind) { return tables[model::IndexOf(kind)]; }
  const OfTable& Of(model::Kind kind) const { return tables[model::IndexOf(kind)]; }
};

// The record of one commit.
struct CommitRecord {
  CommitId id = {};
  std::int64_t time_ms = 0;
  BatchMark batch = {};
  std::int64_t last_change = 0;  // the id of the last line of the log up to here
  std::uint64_t changes = 0;     // lines of this commit
  struct OfTable {
    Contents contents = {};    // after the commit
    bool is_unlogged = false;  // rows changed without log lines
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
  // The sum of the places of this number's lines up to this one: if the index by number has lost a
  // line, the sum does not match.
  std::uint64_t place_sum = 0;
  std::uint64_t patch_sum = 0;  // PatchChecksum; verifies a line without its patches
};

// A line with its patches, which somebody else keeps alive.
struct LineView {
  LogLine line = {};
  std::uint64_t checksum = 0;
  std::string_view forward = {};
  std::string_view backward = {};
};

std::uint64_t RowChecksum(model::Kind kind, CommitId commit, const RowView& row);
std::uint64_t SummaryChecksum(const Summary& summary);
StateId StateIdOf(const Summary& summary);
std::uint64_t CommitChecksum(const CommitRecord& record);
std::uint64_t LineChecksum(const LogLine& line);
std::uint64_t PatchChecksum(std::string_view forward, std::string_view backward);
std::uint64_t NoteChecksum(std::string_view key, std::string_view text);

}  // namespace orgreg::store
