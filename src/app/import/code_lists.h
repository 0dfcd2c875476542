// SPDX-License-Identifier: EUPL-1.2

// Imports files of codes, which change the code lists of the register (docs/code-lists.md). Each
// file is a step of its own, taken whole or not at all.

#pragma once

#include <string_view>

#include "app/command_line.h"

namespace orgreg::app {

// The name on the command line, and in the note of how the import ended.
inline constexpr std::string_view kCodeListsImport = "code-lists";

void AddCodeListImport(Command import);

}  // namespace orgreg::app
