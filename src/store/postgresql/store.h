// SPDX-License-Identifier: EUPL-1.2

// The store in a database of PostgreSQL, for several writers on several machines. Tables:
// docs/postgresql.md.
//
// Every serving node keeps a copy of it in a file (store/replica.h) and answers from that. So reads
// here are few and large; they go to the server that takes writes, and end after some minutes.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::store {

// `uri` satisfies IsPostgresql (store/address.h).
base::Result<std::unique_ptr<Store>> OpenPostgresql(const std::string& uri, OpenMode mode,
                                                    StoreOptions options);

}  // namespace orgreg::store
