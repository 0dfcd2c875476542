// SPDX-License-Identifier: EUPL-1.2

// Reads a file of codes (docs/code-lists.md): its columns, and each row checked alone and against
// the lists and the other rows. Every problem of a row is reported. One thread.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/byte_source.h"
#include "formats/csv_records.h"
#include "model/codes/code_change.h"
#include "model/schema/problem.h"

namespace orgreg::ingest {

inline constexpr std::size_t kCodeColumnCount = 6;

class CodeRows {
 public:
  explicit CodeRows(formats::ByteSource* source) : rows_(source) {}

  // Reads the file to its end. kInvalid if the header is wrong; errors of the source.
  base::Status Read();

  // The changes of the good rows, in their order.
  const std::vector<model::CodeChange>& changes() const { return changes_; }
  std::uint64_t read() const { return read_; }
  std::uint64_t bad() const { return bad_.size(); }
  // "line 3: list: is missing; code: is missing", in order of lines.
  std::vector<std::string> Complaints() const;

 private:
  using Cells = std::array<std::string_view, kCodeColumnCount>;
  using Key = std::pair<model::CodeList, std::string>;

  base::Status ReadHeader();
  void Take(const formats::CsvRow& row);
  std::optional<Cells> CellsOf(const formats::CsvRow& row);
  void Judge(const Cells& cells, std::uint64_t line, model::CodeChange* change);
  void JudgeTogether();
  void JudgeParent(const model::CodeChange& change, std::uint64_t line, bool is_new);
  bool Has(model::CodeList list, std::string_view code) const;
  void Refuse(std::uint64_t line, std::string_view column, std::string_view reason);

  formats::CsvRecords rows_;
  std::vector<std::size_t> columns_;  // The column of each cell of a row.
  std::vector<model::CodeChange> changes_;
  std::map<Key, std::uint64_t> lines_;            // The line of each code.
  std::map<std::uint64_t, model::Problems> bad_;  // The problems by line.
  std::uint64_t read_ = 0;
};

}  // namespace orgreg::ingest
