// From a record to its JSON: what is served, and what is stored. One writer over the field
// tables for every kind, state and version.
// Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/limits.h"
#include "model/unit.h"
#include "render/public_form.h"

namespace orgreg::render {

struct RecordForm {
  int version = model::kLatestVersion;
  bool store_only = false;  // With the members that are kept but not served.
};

// What the store keeps: every member.
inline constexpr RecordForm kStoredForm = {.store_only = true};

// Without links.
void AppendRecord(model::Kind kind, const model::Unit& unit, const RecordForm& form,
                  std::string* out);

// As it is served: the links are insets.
void AppendServedRecord(model::Kind kind, const model::Unit& unit, int version, PublicText* out);

// Appends a link's object: {"href":"…/COLLECTION/ITEM"}, the item percent-encoded.
void AppendHref(std::string_view collection, std::string_view item, FormWriter* out);
void AppendHref(std::string_view origin, std::string_view collection, std::string_view item,
                std::string* out);

}  // namespace orgreg::render
