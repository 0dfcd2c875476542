// From a record to its JSON: what is served, and what is stored. One writer over the field
// tables for every kind, state and version.
// Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/limits.h"
#include "model/unit.h"

namespace orgreg::render {

// Stands in rendered bytes where the origin of a link belongs ("https://host"). A raw
// control character cannot occur in JSON, so the mark is never part of a value.
inline constexpr char kOriginMark = '\x01';

struct RecordForm {
  int version = model::kLatestVersion;
  bool links = true;        // With links, marked with kOriginMark.
  bool store_only = false;  // With the members that are kept but not served.
};

// What the store keeps: every member, no links.
inline constexpr RecordForm kStoredForm = {.links = false, .store_only = true};

void AppendRecord(model::Kind kind, const model::Unit& unit, const RecordForm& form,
                  std::string* out);

// Appends a link's object: {"href":"…/COLLECTION/ITEM"}, the origin marked
// and the item percent-encoded.
void AppendHref(std::string_view collection, std::string_view item, std::string* out);

// Copies rendered bytes, putting the origin in place of each mark.
void AppendWithOrigin(std::string_view rendered, std::string_view origin, std::string* out);

}  // namespace orgreg::render
