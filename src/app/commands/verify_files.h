// SPDX-License-Identifier: EUPL-1.2

// Compares the files of the whole register with the SHA-256 of their manifest. A server goes on
// meanwhile. One thread.

#pragma once

#include <string>

namespace orgreg::app {

// Prints a line for each file. True if no file has other bytes than those that were written: one
// that is missing, or that the manifest does not describe, is made again by a server.
bool VerifyFiles(const std::string& folder);

}  // namespace orgreg::app
