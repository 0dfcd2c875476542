// SPDX-License-Identifier: EUPL-1.2

// Loads the module for PostgreSQL, once. Safe from any thread.

#pragma once

#include "base/result.h"
#include "store/postgresql_module.h"

namespace orgreg::store {

// kNotFound if there is none; kInvalid if it is of another build.
base::Result<const PostgresqlModule*> LoadPostgresql();

// The same for the module of a file, which is loaded for good.
base::Result<const PostgresqlModule*> LoadModule(const std::string& path);

}  // namespace orgreg::store
