// SPDX-License-Identifier: EUPL-1.2

// Writes a body as JSON by its schema (model/schema/schema.h), compact, in the order of the rows.
// Absent members are left out, and so are objects without members, unless their row says otherwise.
// Links, and members whose rows say so, are insets (render/public_form.h); a writer without insets
// leaves the links out. Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/schema/schema.h"
#include "render/public_form.h"

namespace orgreg::render {

void AppendBody(const model::Schema& schema, const void* object, model::Form form, FormWriter* out);
template <typename T>
void AppendBody(const model::SchemaOf<T>& schema, const T& object, model::Form form,
                FormWriter* out) {
  AppendBody(schema.schema, &object, form, out);
}
template <typename T>
void AppendBody(const model::SchemaOf<T>& schema, const T& object, model::Form form,
                std::string* out) {
  FormWriter plain(out);
  AppendBody(schema.schema, &object, form, &plain);
}

// The members alone, for an object whose braces the caller writes.
void AppendMembers(const model::Schema& schema, const void* object, model::Form form,
                   FormWriter* out);
template <typename T>
void AppendMembers(const model::SchemaOf<T>& schema, const T& object, model::Form form,
                   FormWriter* out) {
  AppendMembers(schema.schema, &object, form, out);
}

// Appends `"name":`, after a comma unless the object has just been opened. No value ends in an
// opening brace: texts end in a quotation mark.
void AppendMemberName(std::string_view name, std::string* out);

}  // namespace orgreg::render
