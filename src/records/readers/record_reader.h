// From a record's JSON, ours or a published file's, to a Unit. Reads version 1 and 2, with
// `links`, `_links` or none, and reduced records: one with a deletion date but no name is
// removed, one with both is deleted (spec, Deleted and removed records). Members that the
// field tables do not know are kept.
//
// In records from elsewhere a member whose value is "" is absent, as an empty cell of CSV is, and
// texts of codes that are left out are filled in from the code lists. What is stored is read as it
// is, because what earlier versions took must stay readable.
//
// A reader owns the parser's buffers: use one per thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/unit.h"
#include "model/units/slot.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// Where a record comes from.
enum class RecordSource : std::uint8_t {
  kStore,      // Our own.
  kInventory,  // An inventory or a batch.
};

class RecordReader {
 public:
  // Bytes that must be readable behind the text given to Read.
  static constexpr std::size_t kPadding = 64;

  explicit RecordReader(RecordSource source = RecordSource::kStore);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  // Reads the one object that `text` holds into `unit`, normalised. False, with at least
  // one problem, where the record cannot be taken.
  bool Read(model::Kind kind, std::string_view text, model::Unit* unit, Problems* problems);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

// "postadresse.poststed": how a member of a record is named in messages.
std::string PathOf(model::Kind kind, const model::Access& access);

// True for names that mean something else than a value in a record's JSON: of objects and of
// links. No unknown member may be kept under them.
bool IsReservedName(model::Kind kind, std::string_view name);

// The member that nobody knows and that is named as an identification number is, or has such a
// member inside; empty where there is none. A unit has no place for one, and all of it is public.
std::string MisplacedNumber(const model::Unit& unit);
inline constexpr std::string_view kMisplacedNumber = "an identification number has no place here";

// The checks that hold for a record from any source, then its normal form. `record_class` is
// what the record says it is, or empty. Adds to `problems` what a record must have and this
// one has not.
void CompleteUnit(model::Kind kind, std::string_view record_class, model::Unit* unit,
                  Problems* problems);

}  // namespace orgreg::records
