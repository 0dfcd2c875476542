// SPDX-License-Identifier: EUPL-1.2

// Writes a record as JSON, served or stored: its members by the schema of its kind and state
// (model/units/schema.h), then its class. Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"
#include "render/public_form.h"

namespace orgreg::render {

// Appends the record without links.
void AppendRecord(model::Kind kind, const model::Unit& unit, model::Form form, std::string* out);

// Appends the record as it is served: the links are insets.
void AppendServedRecord(model::Kind kind, const model::Unit& unit, int version, PublicText* out);

// Appends a link's object: {"href":"…/COLLECTION/ITEM"}, the item percent-encoded.
void AppendHref(std::string_view collection, std::string_view item, FormWriter* out);
void AppendHref(std::string_view origin, std::string_view collection, std::string_view item,
                std::string* out);

}  // namespace orgreg::render
