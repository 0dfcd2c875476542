// SPDX-License-Identifier: EUPL-1.2

// The face of orgreg_postgresql.so, which is loaded only where a store is in PostgreSQL: so the
// program does not need libpq, and what that needs. Values; safe from any thread.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/open_options.h"
#include "store/store.h"

namespace orgreg::store {

struct PostgresqlModule {
  // Of the version, the compiler and the headers that program and module share; the program loads
  // no module with another mark than its own.
  const char* mark = "";
  // As store/postgresql/store.h.
  base::Result<std::unique_ptr<Store>> (*open)(const std::string& uri, OpenMode mode,
                                               StoreOptions options) = nullptr;
};

// The name by which the program finds it in the module.
inline constexpr const char* kPostgresqlModuleSymbol = "orgreg_postgresql_module";
inline constexpr const char* kPostgresqlModuleFile = "orgreg_postgresql.so";

}  // namespace orgreg::store
