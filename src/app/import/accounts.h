// SPDX-License-Identifier: EUPL-1.2

// Imports financial statements and copies of documents, which are added to the store: each file or
// folder is a step of its own, and those before one that fails stay stored. Prints the result of
// each.

#pragma once

#include "app/import/run.h"

namespace orgreg::app {

ImportEnd ImportStatementFiles(const ImportArguments& arguments);
ImportEnd ImportDocumentFolders(const ImportArguments& arguments);

}  // namespace orgreg::app
