// SPDX-License-Identifier: EUPL-1.2

// Compares the commits, the log and the rows of one state with each other, in every backend:
// commits and lines are read in parallel, since each line belongs to one commit, which counts it;
// then come the rows of each kind. The caller has verified the checksum of all that it gives.
// Internal to store/; one thread at a time.

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/result.h"
#include "base/values/org_number.h"
#include "store/checksum.h"

namespace orgreg::store {

class LogCheck {
 public:
  using NextCommit = std::function<base::Result<std::optional<CommitRecord>>()>;
  using MakeError = std::function<base::Error(const std::string&)>;

  // `next_commit` gives the records in order, and nothing after the last; `corrupt` makes an error
  // that names the store.
  LogCheck(const Summary& summary, NextCommit next_commit, MakeError corrupt);

  // Every line, in order of id.
  base::Status TakeLine(const LogLine& line, std::uint64_t checksum);
  base::Status EndLines();
  // After the lines: every row of the kind.
  base::Status TakeRow(model::Kind kind, base::OrgNumber number, CommitId commit);
  base::Status EndRows(model::Kind kind);

 private:
  struct Newest {
    CommitId commit;
    std::uint64_t place_sum = 0;
  };
  struct OfTable {
    std::int64_t lines = 0;
    std::uint64_t line_sum = 0;
    std::unordered_map<std::uint32_t, Newest> newest;  // the last line of each number
    std::unordered_set<std::int64_t> unlogged;         // commits
    CommitId last_unlogged;
    std::size_t rows_with_line = 0;
  };

  OfTable& Of(model::Kind kind) { return tables_[model::IndexOf(kind)]; }
  base::Status TakeCommit();
  base::Status CompareEnd();
  base::Error Wrong(const std::string& where, const std::string& what) const;

  const Summary& summary_;
  NextCommit next_commit_;
  MakeError corrupt_;
  CommitRecord commit_;    // the one whose lines are being read
  std::int64_t line_ = 0;  // the last one read
  std::int64_t line_time_ms_ = 0;
  std::array<OfTable, model::kKindCount> tables_;
};

}  // namespace orgreg::store
