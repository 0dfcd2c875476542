// SPDX-License-Identifier: EUPL-1.2

// Copies of documents for some of the entities of a fictional register, as PDF files that an import
// of documents reads (ingest/imports/documents.h): of the annual accounts of each year on file, and
// of some interim balances. They show the figures of the entity's statements, and say that they are
// invented. The choice of entities follows from (seed, entity), until there are as many files as
// wanted. One thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/registers/documents.h"
#include "model/statements/statements.h"
#include "model/unit.h"
#include "tools/units/plan.h"

namespace orgreg::tools {

struct GeneratedDocument {
  model::Document document = {};  // Without the members that follow from its bytes.
  std::string bytes = {};
};

class DocumentMaker {
 public:
  // Makes at most `wanted` documents, and about this many if enough entities file.
  DocumentMaker(const Plan& plan, std::uint64_t wanted);

  // Makes those of an entity; `filings` has some. Mostly there are none.
  base::Result<std::vector<GeneratedDocument>> Make(std::uint64_t entity, const model::Unit& unit,
                                                    const model::Filings& filings);

 private:
  std::uint64_t seed_ = 0;
  std::uint64_t entities_ = 0;
  std::uint64_t wanted_ = 0;
  std::uint64_t made_ = 0;
  std::int64_t balances_ = 0;
};

// The folder of a generated register for documents. All appear together at the end, in place of
// those of an earlier run; other files in the folder stay. One thread.
class DocumentFiles {
 public:
  // Makes a temporary folder below the directory, which exists.
  static base::Result<DocumentFiles> Create(const std::string& directory);
  // Without Publish, nothing remains.
  ~DocumentFiles();
  DocumentFiles(DocumentFiles&& other) noexcept;
  DocumentFiles& operator=(DocumentFiles&&) = delete;

  base::Status Add(base::OrgNumber number, const GeneratedDocument& document);
  base::Status Publish();

  // Below the directory of the register.
  static constexpr std::string_view kFolder = "dokumenter";

 private:
  DocumentFiles(std::string folder, std::string temporary);

  std::string folder_;
  std::string temporary_;  // Empty once published.
};

}  // namespace orgreg::tools
