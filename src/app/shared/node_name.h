// SPDX-License-Identifier: EUPL-1.2

// What a server is called among those of its database. Pure but for the system's host name; safe
// from any thread.

#pragma once

#include <string>

namespace orgreg::app {

// The setting node_name or, if it is empty, the host name, of characters that the setting allows.
std::string NodeName(const std::string& set);

}  // namespace orgreg::app
