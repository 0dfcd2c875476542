// The files of the register, whole or what a filter leaves of them, and what they hold.
// Handlers; see context.h.

#pragma once

#include "api/context.h"

namespace orgreg::api {

void DownloadEntities(const Context& context, Answer* answer);
void DownloadEntityCsv(const Context& context, Answer* answer);
void DownloadEntitySheet(const Context& context, Answer* answer);
void DownloadSubEntities(const Context& context, Answer* answer);
void DownloadSubEntityCsv(const Context& context, Answer* answer);
void DownloadSubEntitySheet(const Context& context, Answer* answer);
void ShowManifest(const Context& context, Answer* answer);

}  // namespace orgreg::api
