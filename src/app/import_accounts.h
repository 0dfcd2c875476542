// What the import command does with financial statements and copies of documents, which are
// added to what there is: each file or folder is a step of its own, and those before one that
// fails stay stored. Prints what became of each; gives the exit code.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::app {

struct AccountsImport {
  std::string store = {};
  std::vector<std::string> from = {};  // Files of statements, or folders of documents.
  bool strict = false;                 // The first bad record or file ends the import.
};

// Whether each is there, may be read and is no folder. "-" is standard input.
base::Status CheckFiles(std::span<const std::string> files);

int ImportStatementFiles(const AccountsImport& import);
int ImportDocumentFolders(const AccountsImport& import);

}  // namespace orgreg::app
