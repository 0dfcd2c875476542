// SPDX-License-Identifier: EUPL-1.2

// The command that moves a register of earlier versions into a folder (adopt.h), as messages print
// it for a shell. Safe from any thread.

#pragma once

#include <string>

namespace orgreg::app {

// The text as one word of a shell: between quotes only if it needs them.
std::string ShellWord(const std::string& text);

std::string AdoptCommand(const std::string& store, const std::string& folder);

}  // namespace orgreg::app
