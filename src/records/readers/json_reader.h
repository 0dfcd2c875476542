// Reads a body from JSON by its schema (model/schema/schema.h): every kind of record but the units,
// whose members that no row knows are kept (record_reader.h). Members stand in any order; links are
// passed over; members that are not known are dropped and reported, because what nobody knows may
// be what nobody may see. All problems are reported, each with the path of its member
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

// How a body is read.
struct Reading {
  // Which members are as good as missing.
  enum class Absent : std::uint8_t {
    kNone,
    kNull,
    kNullAndEmpty,  // Also those with the text "".
  };

  model::Form form = model::Form::kInventory;
  Absent absent = Absent::kNullAndEmpty;
  // No value is repeated, members that are not known are counted together wherever in a list they
  // stand, and every object may have links.
  bool is_of_people = false;
  // Public text must not become a place for identification numbers.
  bool refuses_identity_numbers = false;
  bool passes_links = true;
  // Members that no row knows are passed over unseen: the schema asks for a part of a body that was
  // read whole before.
  bool skims = false;
  base::ControlRule rule = base::ControlRule::kPresent;
};

// What is found next to the values.
struct Findings {
  Problems* problems = nullptr;
  // Paths of members that are not known; may be null where a body is skimmed.
  std::vector<std::string>* unknown = nullptr;
  model::OddValues* odd_values = nullptr;  // Null where they are of no interest.
};

class JsonReader {
 public:
  // Bytes that must be readable behind the text given to Read.
  static constexpr std::size_t kPadding = 64;

  JsonReader();
  ~JsonReader();
  JsonReader(JsonReader&&) noexcept;
  JsonReader& operator=(JsonReader&&) noexcept;

  // Reads the one object that `text` holds into `to`. False, with at least one problem, where it
  // cannot be taken; what could be read is in `to` all the same.
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
