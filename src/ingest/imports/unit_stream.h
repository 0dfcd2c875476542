// SPDX-License-Identifier: EUPL-1.2

// The records of one published file, one after another, in any format: the total inventory as JSON
// of version 1 or 2, JSON lines, or CSV; packed with gzip or not. A rejected record comes with the
// reasons, and the stream continues.
//
// One thread reads a stream. Errors are those after which it cannot continue safely: a file that is
// truncated or damaged, that is not an inventory, or that the system cannot read.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/byte_source.h"
#include "model/unit.h"
#include "records/readers/problem.h"
#include "records/readers/supplement.h"

namespace orgreg::ingest {

struct ReadUnit {
  model::Unit unit = {};                  // Of a unit. Complete if there are no problems.
  records::Supplement supplement = {};    // Of a supplement of an entity; the same.
  std::vector<std::string> unknown = {};  // Members of a supplement that are left out, by path.
  records::Problems problems = {};
  std::uint64_t ordinal = 0;  // Of the record in the file, from 1.
  std::uint64_t line = 0;     // Where it begins, from 1.
  // The kind that the record seems to be, if it has signs of one.
  std::optional<model::Kind> seems = {};
  // The beginning of a record with problems; empty for roles, which may hold identification
  // numbers.
  std::string excerpt = {};
};

class UnitStream {
 public:
  UnitStream() = default;
  UnitStream(const UnitStream&) = delete;
  UnitStream& operator=(const UnitStream&) = delete;
  virtual ~UnitStream() = default;

  // Fills `next`. False at the end.
  virtual base::Result<bool> Next(ReadUnit* next) = 0;
};

// Recognises the format by the first byte that is not white space: '[' and '{' begin JSON, anything
// else CSV, which not every kind is published in. `source` outlives the stream.
base::Result<std::unique_ptr<UnitStream>> OpenUnitStream(
    model::Kind kind, formats::ByteSource* source, const records::NumberSealing& sealing = {});

// The kind of unit that has the organisation form; nothing if the form is missing or unknown.
std::optional<model::Kind> KindOfForm(const model::Unit& unit);

// The beginning of a record, short and printable, to show with its problems.
std::string Excerpt(std::string_view text);
// The same of a row's cells.
std::string CsvExcerpt(std::span<const std::string_view> cells);

}  // namespace orgreg::ingest
