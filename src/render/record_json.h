// Writes a record as JSON, served or stored. One writer over the field tables for every kind, state
// and version. Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/limits.h"
#include "model/unit.h"
#include "render/public_form.h"

namespace orgreg::render {

struct RecordForm {
  int version = model::kLatestVersion;
  bool store_only = false;  // Includes members that are not served.
};

// The form of the store: every member.
inline constexpr RecordForm kStoredForm = {.store_only = true};

// Appends the record without links.
void AppendRecord(model::Kind kind, const model::Unit& unit, const RecordForm& form,
                  std::string* out);

// Appends the record as it is served: the links are insets.
void AppendServedRecord(model::Kind kind, const model::Unit& unit, int version, PublicText* out);

// Appends a link's object: {"href":"…/COLLECTION/ITEM"}, the item percent-encoded.
void AppendHref(std::string_view collection, std::string_view item, FormWriter* out);
void AppendHref(std::string_view origin, std::string_view collection, std::string_view item,
                std::string* out);

}  // namespace orgreg::render
