// SPDX-License-Identifier: EUPL-1.2

// A Field is one member of a record on the wire: a row of a schema (model/schema/schema.h), with
// its Norwegian name, its place in a Unit and the rule that it follows, and what only units have:
// how it is searched and sorted, the versions that have it, and the header of its CSV column. Each
// field is declared once, in the tables behind Fields(); JSON (schema.h), search parameters, sort
// keys, import, checks of values and index columns derive from it.
//
// The tables are constants; everything here is safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::model {

// How a search parameter compares (spec, Entity search parameters).
enum class Match : std::uint8_t {
  kNone,
  kAnyCode,       // list; the value equals one of them
  kIndustry,      // list; the code equals one of them or is below it
  kFlag,          // true or false
  kDayRange,      // two parameters, from and to, both included
  kEmployees,     // two parameters, from and to, by class below five
  kWords,         // free text; the value has each of its words
  kAnyWords,      // list of free texts; one of them matches as kWords does
  kWebSite,       // web address; as kWords, however the address is written
  kAnyWholeText,  // list; one line of the value equals one of them, folded
  kName,          // free text over the name
  kNumber,        // one organisation number
  kNumbers,       // list of organisation numbers
};

// Whether and how lists can be ordered by a field.
enum class Sort : std::uint8_t {
  kNone,
  kByValue,       // Numbers, days, flags; codes by their characters.
  kAlphabetical,  // As Norwegian words (docs/choices.md, Sorting).
};

struct Filter {
  Match match = Match::kNone;
  std::string_view parameter = {};  // If it differs from the field's path.
};

// The versions of the media type in which a member is sent (spec, Versioning).
struct Versions {
  int first = 1;
  int last = 2;
  constexpr bool Include(int version) const { return first <= version && version <= last; }
};

// The clients that see a member.
enum class Audience : std::uint8_t {
  kEveryone,
  kStoreOnly,  // Kept unchanged, not sent (docs/choices.md, Members newer than the specification).
};

// The CSV header, if it deviates from the path.
struct CsvName {
  std::string_view entity = {};
  std::string_view sub_entity = {};
};

// For the text of a code: the code, and the list that has its text.
struct CodeText {
  const Row* code = nullptr;                                  // Without a name.
  std::string_view (*find)(std::string_view code) = nullptr;  // Empty if the list lacks it.
};

struct Field {
  std::string_view group = {};  // The object that contains it; "" at the top.
  Row row = {};
  std::string_view other_name = {};  // A name in some sources; never written.
  CodeText text_of = {};             // Fills the text in if a source leaves it out.
  Filter filter = {};
  Sort sort = Sort::kNone;
  Versions versions = {};
  Audience audience = Audience::kEveryone;
  CsvName csv = {};

  // The name of the field in sort keys and parameters: "postadresse.poststed".
  std::string Path() const;
  // The header of its CSV column in the files of `kind`.
  std::string CsvHeader(Kind kind) const;
};

// The members of a live record, in the order in which they are sent.
std::span<const Field> Fields(Kind kind);

// The members of a record in the given state; spec, Deleted and removed records.
std::span<const Field> Fields(Kind kind, State state);

// A link inside a record. Links are the last member of an object, except for the record class,
// which follows the links at the top (reference, Entity body).
struct UnitLink {
  std::string_view group = {};
  Row row = {};
};
std::span<const UnitLink> Links(Kind kind);

// Several fields that one parameter searches.
struct JointFilter {
  std::string_view parameter = {};
  Match match = Match::kNone;
  std::span<const std::string_view> paths = {};
  // The only field that counts in downloads; empty: all of them.
  std::string_view download_path = {};
};
std::span<const JointFilter> JointFilters(Kind kind);

// The value of the wire's record class for a state; spec, Entity: `respons_klasse`.
// Empty for removed records, which carry none.
std::string_view RecordClass(Kind kind, State state);

// Wire names that belong to every record rather than to one field.
inline constexpr std::string_view kRecordClassName = "respons_klasse";
inline constexpr std::string_view kLinksName = "_links";
inline constexpr std::string_view kBulkLinksName = "links";  // In the inventories.

}  // namespace orgreg::model
