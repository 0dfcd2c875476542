// The files of the register, whole or what a filter leaves of them, in any order, and what they
// hold.
// Handlers; see context.h.

#pragma once

#include <cstdint>
#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

void DownloadEntities(const Context& context, Answer* answer);
void DownloadEntityCsv(const Context& context, Answer* answer);
void DownloadEntitySheet(const Context& context, Answer* answer);
void DownloadSubEntities(const Context& context, Answer* answer);
void DownloadSubEntityCsv(const Context& context, Answer* answer);
void DownloadSubEntitySheet(const Context& context, Answer* answer);
void ShowManifest(const Context& context, Answer* answer);

// The fields of every file: its name, and the last update that is in it (docs/downloads.md).
void AddFileFields(std::string_view name, std::int64_t position, http::Response* response);

}  // namespace orgreg::api
