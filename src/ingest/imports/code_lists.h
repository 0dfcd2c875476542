// SPDX-License-Identifier: EUPL-1.2

// Loads a file of codes into the code lists: CSV with a header, with a code on each row, packed
// with gzip or not (docs/code-lists.md). A row adds a code, gives it another text, or retires it.
// All of a file is one transaction, and a file with a bad row is not loaded at all. One thread; a
// file is small.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "records/register.h"

namespace orgreg::ingest {

struct CodeImportReport {
  std::uint64_t read = 0;  // Rows, good and bad.
  std::uint64_t bad = 0;
  // "line 3: list: ...", one for each bad row. If there are any, nothing was stored.
  std::vector<std::string> bad_rows = {};
  records::CodeCounts codes = {};
};

// "-" is standard input. kInvalid if the file is not such a CSV.
base::Result<CodeImportReport> ImportCodeLists(records::Register* target, const std::string& file);

}  // namespace orgreg::ingest
