// SPDX-License-Identifier: EUPL-1.2

// The files of the register, whole or filtered, in any order, and their list. Handlers; see
// context.h.

#pragma once

#include <cstdint>
#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

// The file of the argument's kind and format; as a zip archive for a client that gets one.
Outcome DownloadFile(const Context& context, Reply* reply);
Outcome ShowManifest(const Context& context, Reply* reply);

// The fields of every file: its name, and the last update in it (docs/downloads.md).
void AddFileFields(std::string_view name, std::int64_t position, Reply* reply);

}  // namespace orgreg::api
