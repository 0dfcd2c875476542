// SPDX-License-Identifier: EUPL-1.2

// Reads a record's JSON, ours or a published file's, into a Unit. Reads version 1 and 2, with
// `links`, `_links` or none, and reduced records: one with a deletion date but no name is removed,
// one with both is deleted (spec, Deleted and removed records). Members that the field tables do
// not know are kept.
//
// In records from other sources a member with the value "" is absent, like an empty cell of CSV,
// and missing texts of codes are filled in from the code lists. Stored records are read unchanged,
// because those of earlier versions must stay readable.
//
// A reader owns the parser's buffers: use one per thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"
#include "records/readers/json_reader.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// The source of a record.
enum class RecordSource : std::uint8_t {
  kStore,      // Our own.
  kInventory,  // An inventory or a batch.
};

class RecordReader {
 public:
  // Readable bytes that must follow the text given to Read.
  static constexpr std::size_t kPadding = JsonReader::kPadding;

  explicit RecordReader(RecordSource source = RecordSource::kStore) : source_(source) {}

  // Reads the one object in `text` into `unit`, normalised. False, with at least one problem, if
  // the record is rejected.
  bool Read(model::Kind kind, std::string_view text, model::Unit* unit, Problems* problems);

 private:
  RecordSource source_;
  JsonReader reader_;
};

// The name of a record's member in messages: "postadresse.poststed".
std::string PathOf(model::Kind kind, const model::Row& place);

// True for names of objects and links in a record's JSON, which have no plain value. No unknown
// member may be kept under them.
bool IsReservedName(model::Kind kind, std::string_view name);

// An unknown member that has the name of an identification number, or contains such a member; empty
// if there is none. A unit has no member for one, and all of it is public.
std::string MisplacedNumber(const model::Unit& unit);
inline constexpr std::string_view kMisplacedNumber = "an identification number has no place here";

// Makes the checks that hold for a record from any source, then its normal form. `record_class` is
// the class that the record claims, or empty. Adds the required members that are missing to
// `problems`.
void CompleteUnit(model::Kind kind, std::string_view record_class, model::Unit* unit,
                  Problems* problems);

}  // namespace orgreg::records
