// Copies of documents for some of the entities of a fictional register, as PDF files that an
// import of documents takes (ingest/imports/documents.h): of the annual accounts of each year on
// file, and for some intermediate balances. They show the figures of the entity's statements,
// and say that they are invented. Which entities have any follows from (seed, entity), until
// there are as many files as are wanted. One thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/generate/plan.h"
#include "model/registers/documents.h"
#include "model/statements/statements.h"
#include "model/unit.h"

namespace orgreg::ingest {

struct GeneratedDocument {
  model::Document document = {};  // Without what follows from its bytes.
  std::string bytes = {};
};

class DocumentMaker {
 public:
  // Makes at most `wanted` documents, and about so many where enough entities file.
  DocumentMaker(const Plan& plan, std::uint64_t wanted);

  // Those of an entity; `filings` holds some. Mostly none.
  base::Result<std::vector<GeneratedDocument>> Make(std::uint64_t entity, const model::Unit& unit,
                                                    const model::Filings& filings);

 private:
  std::uint64_t seed_ = 0;
  std::uint64_t entities_ = 0;
  std::uint64_t wanted_ = 0;
  std::uint64_t made_ = 0;
  std::int64_t balances_ = 0;
};

// The folder of a generated register that holds them. All appear together at the end, in place
// of those of an earlier run; other files in the folder stay. One thread.
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

}  // namespace orgreg::ingest
