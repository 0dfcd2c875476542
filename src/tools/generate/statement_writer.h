// SPDX-License-Identifier: EUPL-1.2

// Writes the statements of a generated register's entities, and copies of documents, on a thread of
// its own: they are more text than everything else. All functions but Run are called before it
// begins or after it has ended.

#pragma once

#include <string>

#include "tools/filings/documents.h"
#include "tools/filings/statements.h"
#include "tools/generate/files.h"
#include "tools/generate/generate.h"
#include "tools/generate/supplements.h"

namespace orgreg::tools {

class StatementWriter {
 public:
  // All outlive the writer. Others may write other files meanwhile.
  StatementWriter(const Plan& plan, std::uint64_t documents, RegisterFiles* files,
                  DocumentFiles* document_files)
      : files_(files),
        document_files_(document_files),
        statements_(plan),
        documents_(plan, documents) {}

  // Runs until the channel is closed. Closes it if a file cannot be written.
  void Run(BlockChannel* blocks);

  const base::Status& status() const { return status_; }
  void AddTo(GenerateCounts* counts) const;

 private:
  base::Status Write(const EntityBlock& block);
  base::Status WriteDocuments(const MadeEntity& entity);

  RegisterFiles* files_;
  DocumentFiles* document_files_;
  StatementMaker statements_;
  DocumentMaker documents_;
  model::Filings filings_ = {};
  std::string text_ = {};
  GenerateCounts counts_ = {};
  base::Status status_ = {};
};

}  // namespace orgreg::tools
