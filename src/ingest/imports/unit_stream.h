// The records of one published file, one after another, whatever its form: the total
// inventory as JSON of version 1 or 2, JSON lines, or CSV; packed with gzip or not. A record
// that cannot be taken comes with the reasons, and the stream goes on.
//
// A stream is read by one thread. Errors are those that leave no safe place to go on: a
// file that is cut off or damaged, one that is no inventory, one the system cannot read.

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
  model::Unit unit = {};                  // Of a unit. Complete where there are no problems.
  records::Supplement supplement = {};    // Of what supplements an entity; the same.
  std::vector<std::string> unknown = {};  // Members of a supplement that are left out, by path.
  records::Problems problems = {};
  std::uint64_t ordinal = 0;  // Of the record in the file, from 1.
  std::uint64_t line = 0;     // Where it begins, from 1.
  // The kind that the record seems to be of, where it shows signs of one.
  std::optional<model::Kind> seems = {};
  // How a record with problems begins; nothing of roles, which may hold identification numbers.
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

// Recognises the form by the first byte that is not white space: '[' and '{' begin JSON,
// anything else CSV, which not every kind is published in. `source` outlives the stream.
base::Result<std::unique_ptr<UnitStream>> OpenUnitStream(
    model::Kind kind, formats::ByteSource* source, const records::NumberSealing& sealing = {});

// The kind of unit that has the organisation form; nothing where the form is missing or not known.
std::optional<model::Kind> KindOfForm(const model::Unit& unit);

// The beginning of a record, short and printable, to be shown with its problems.
std::string Excerpt(std::string_view text);
// The same of a row's cells.
std::string CsvExcerpt(std::span<const std::string_view> cells);

}  // namespace orgreg::ingest
