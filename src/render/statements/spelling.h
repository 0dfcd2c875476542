// SPDX-License-Identifier: EUPL-1.2

// How a form spells the characters of a value. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "render/statements/form.h"

namespace orgreg::render {

// Whether the spelling escapes characters.
bool IsEscaping(Spelling spelling);

// The value as such a spelling has it; for others the value itself.
std::string Escaped(std::string_view value, Spelling spelling);

}  // namespace orgreg::render
