// SPDX-License-Identifier: EUPL-1.2

// Reading the JSON of tokens and key sets, where a text that two readers could understand
// differently is refused: names that are repeated in an object, at whatever depth, bytes that are
// not UTF-8, and numbers that no 64-bit number holds. Internal to auth/.
//
// A JsonObject is for one thread.

#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string_view>

namespace orgreg::auth {

class JsonObject {
 public:
  // The deepest object or list that is read.
  static constexpr std::size_t kMostLevels = 16;

  // False unless `text` is one JSON object, unambiguous as above. Texts that were handed out
  // before are gone.
  bool Read(std::string_view text);

  // The object of the last Read that was true.
  simdjson::dom::object root() const { return root_; }

 private:
  simdjson::dom::parser parser_;
  simdjson::dom::object root_;
};

// A member that may be absent, and if present must be of one kind.
enum class Presence { kAbsent, kPresent, kWrongKind };

// An object without repeated names.
Presence ReadText(const simdjson::dom::object& object, std::string_view name,
                  std::string_view* text);
// A whole number or a fraction, as seconds are given.
Presence ReadNumber(const simdjson::dom::object& object, std::string_view name, double* number);
bool Has(const simdjson::dom::object& object, std::string_view name);

}  // namespace orgreg::auth
