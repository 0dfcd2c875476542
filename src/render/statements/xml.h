// SPDX-License-Identifier: EUPL-1.2

// Financial statements as XML: elements have the names and order of the JSON members, without
// namespaces, attributes and indentation. Pure functions; safe from any thread.

#pragma once

#include <string_view>

#include "render/statements/form.h"

namespace orgreg::render {

// A statement as an element of that name, and a list of them.
StatementForm MakeXmlForm(std::string_view name);
StatementListForm MakeXmlListForm();

}  // namespace orgreg::render
