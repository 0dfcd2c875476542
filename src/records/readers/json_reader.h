// SPDX-License-Identifier: EUPL-1.2

// Reads a body from JSON by its schema (model/schema/schema.h). Members come in any order; links
// are skipped; unknown members are dropped and reported, because they may be confidential. Only
// units keep them (record_reader.h). All problems are reported, each with the path of its member
// ("rollegrupper[0].roller[2].person.fodselsdato"), none with the value.
//
// A reader owns the parser's buffers: use one per thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/identity_number.h"
#include "model/codes/value_rule.h"
#include "model/schema/schema.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// The options of reading a body.
struct Reading {
  // Values that make a member count as missing.
  enum class Absent : std::uint8_t {
    kNone,
    kNull,
    kNullAndEmpty,  // Null and the text "".
  };

  model::Form form = model::Form::kInventory;
  Absent absent = Absent::kNullAndEmpty;
  // Values are never repeated, unknown members of all elements of a list are counted together, and
  // every object may have links.
  bool is_of_people = false;
  // Public text must not become a place for identification numbers.
  bool refuses_identity_numbers = false;
  // Members without a row are skipped unseen: the schema asks for a part of a body that was read as
  // a whole before.
  bool skims = false;
  bool passes_links = true;
  base::ControlRule rule = base::ControlRule::kPresent;
};

// Findings in the record of a unit other than its members. All problems of such a record are
// reported, even if the text turns out not to be JSON; the last one then says where.
struct RecordNotes {
  std::string record_class = {};  // The class that the record claims; empty if none.
  bool is_read = false;           // The text is one object.
};

// Findings other than the values.
struct Findings {
  Problems* problems = nullptr;
  // Paths of unknown members; may be null if a body is skimmed.
  std::vector<std::string>* unknown = nullptr;
  model::OddValues* odd_values = nullptr;  // Null where they are of no interest.
  RecordNotes* notes = nullptr;            // Only for units.
};

class JsonReader {
 public:
  // Readable bytes that must follow the text given to Read.
  static constexpr std::size_t kPadding = 64;

  JsonReader();
  ~JsonReader();
  JsonReader(JsonReader&&) noexcept;
  JsonReader& operator=(JsonReader&&) noexcept;

  // Reads the one object in `text` into `to`. False, with at least one problem, if it is rejected;
  // `to` then has the values that could be read.
  template <typename T>
  bool Read(const model::SchemaOf<T>& schema, const Reading& reading, std::string_view text, T* to,
            const Findings& findings) {
    return ReadObject(schema.schema, reading, text, to, findings);
  }

 private:
  struct Parser;

  bool ReadObject(const model::Schema& schema, const Reading& reading, std::string_view text,
                  void* to, const Findings& findings);

  std::unique_ptr<Parser> parser_;
};

}  // namespace orgreg::records
