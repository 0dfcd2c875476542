// SPDX-License-Identifier: EUPL-1.2

// Copies of documents of an organisation: their lists, and the files. Handlers; see context.h.
// Files are found by number and year or id in the lists of the catalog, never by a path. Handlers
// that send a file open it and check its bytes (records/documents/check.h), so they belong on a
// thread of the pool.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ListCopies(const Context& context, Reply* reply);
Outcome DownloadCopy(const Context& context, Reply* reply);
Outcome ListInterimBalances(const Context& context, Reply* reply);
Outcome DownloadInterimBalance(const Context& context, Reply* reply);

}  // namespace orgreg::api
