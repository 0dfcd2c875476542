// SPDX-License-Identifier: EUPL-1.2

// The file `source` in the folder of a register. It says that the register is a replica, and of
// whom: its records come from there, so nothing else may write to it. Who promotes the replica
// deletes the file. Safe from any thread and process.

#pragma once

#include <optional>
#include <string>

#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::app {

inline constexpr std::string_view kSourceName = "source";

// The address of the source; nothing if the register is no replica.
base::Result<std::optional<std::string>> ReadSource(const Place& place);

// kInvalid, with what to do, if the register is a replica.
base::Status CheckIsNoReplica(const Place& place);

// Makes the register a replica of that source. It is on the disk when this returns.
base::Status WriteSource(const Place& place, const std::string& source);

// Makes it a register of its own. kNotFound if it is none of another; kUnavailable while a server
// holds it.
base::Status RemoveSource(const Place& place);

// As long as the descriptor is open, RemoveSource and further calls fail with kUnavailable.
base::Result<base::Descriptor> HoldSource(const Place& place);

}  // namespace orgreg::app
