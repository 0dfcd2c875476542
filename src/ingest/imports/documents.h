// SPDX-License-Identifier: EUPL-1.2

// Loads copies of documents from a folder: PDF files whose names have the organisation number
// (model/registers/documents.h), which are copied into the folder of documents; then, in one
// transaction, into the lists of their organisations. The documents are added; nothing is deleted,
// but a document of the same type, year and id is replaced. Invalid files are reported and left
// out. Memory: some 200 bytes for each file.
//
//   aarsregnskap-2024_314159268.pdf               a copy of the annual accounts
//   mellombalanse-2025_314159268_2025000026.pdf   an interim balance, with its id
//   mellombalanse-2025_314159268.pdf              the same with number 0 of its year

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "records/documents/folder.h"
#include "records/register.h"

namespace orgreg::ingest {

struct DocumentImportOptions {
  std::string from = {};  // The folder; folders within it are ignored.
  bool strict = false;    // The first bad file is an error, and nothing is stored.
  // Called when a document is in the folder, before its row is stored; an error ends the import.
  std::function<base::Status(const records::StoredDocument&)> stored = {};
  // Called every few files with the number of files read, and of all files.
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

struct DocumentImportReport {
  std::uint64_t read = 0;  // Files, good and bad.
  std::uint64_t bad = 0;
  std::vector<std::string> bad_files = {};  // Complaints::Lines.
  records::DocumentCounts documents = {};
};

base::Result<DocumentImportReport> ImportDocuments(records::Register* target,
                                                   const records::DocumentFolder& folder,
                                                   const DocumentImportOptions& options);

}  // namespace orgreg::ingest
