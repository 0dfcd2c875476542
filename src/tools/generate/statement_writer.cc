// SPDX-License-Identifier: EUPL-1.2

#include "tools/generate/statement_writer.h"

namespace orgreg::tools {

void StatementWriter::Run(BlockChannel* blocks) {
  while (const auto block = blocks->Receive()) {
    status_ = Write(**block);
    if (status_.ok()) continue;
    blocks->Close();
    return;
  }
}

void StatementWriter::AddTo(GenerateCounts* counts) const {
  counts->filers += counts_.filers;
  counts->filings += counts_.filings;
  counts->documents += counts_.documents;
}

base::Status StatementWriter::Write(const EntityBlock& block) {
  for (const MadeEntity& entity : block.entities) {
    if (!statements_.Make(entity.planned.index, entity.unit, &filings_)) continue;
    ++counts_.filers;
    counts_.filings += filings_.statements.size();
    for (const model::Statement& filing : filings_.statements) {
      text_.clear();
      AppendGeneratedStatement(filing, &text_);
      base::Status status = files_->Append(GeneratedFile::kStatements, text_);
      if (!status.ok()) return status;
    }
    if (base::Status status = WriteDocuments(entity); !status.ok()) return status;
  }
  return {};
}

base::Status StatementWriter::WriteDocuments(const MadeEntity& entity) {
  const auto documents = documents_.Make(entity.planned.index, entity.unit, filings_);
  if (!documents.ok()) return documents.error();
  for (const GeneratedDocument& document : *documents) {
    ++counts_.documents;
    base::Status status = document_files_->Add(entity.unit.number, document);
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace orgreg::tools
