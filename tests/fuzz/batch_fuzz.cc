// SPDX-License-Identifier: EUPL-1.2

// Reads batches: any batch either has problems or is complete; an operation of a complete one has
// all its parts, and its record can be read again; no line is returned twice.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "formats/byte_source.h"
#include "ingest/batches/reader.h"
#include "records/readers/record_reader.h"
#include "records/readers/supplement.h"

namespace {

using orgreg::ingest::BatchProblems;
using orgreg::ingest::BatchReader;
using orgreg::ingest::ReadBatch;
using orgreg::records::Action;
using orgreg::records::Operation;
using orgreg::records::RecordReader;

void Demand(bool condition) {
  if (!condition) std::abort();
}

void CheckOperation(const Operation& operation) {
  const bool brings_record =
      operation.action == Action::kUpsert || operation.action == Action::kReinstate;
  // An empty list of roles means that there are none.
  const bool may_be_empty = !brings_record || operation.kind == orgreg::model::Kind::kRoles;
  Demand(brings_record ? may_be_empty || !operation.body.empty() : operation.body.empty());
  if (operation.body.empty()) return;
  if (!orgreg::model::IsUnit(operation.kind)) {
    orgreg::records::IndexedSupplement indexed;
    Demand(
        orgreg::records::SupplementIndexer([](orgreg::base::OrgNumber) { return false; })
            .Index(operation.kind, {.number = operation.number, .body = operation.body}, &indexed)
            .ok());
    return;
  }
  std::string padded = operation.body;
  padded.reserve(padded.size() + RecordReader::kPadding);
  RecordReader reader;
  orgreg::model::Unit unit;
  orgreg::records::Problems problems;
  Demand(reader.Read(operation.kind, padded, &unit, &problems));
  Demand(unit.number == operation.number);
}

void CheckBatch(const ReadBatch& read, std::uint64_t* last_line) {
  Demand(read.problems.first.size() <= BatchProblems::kMostKept);
  Demand(read.problems.first.size() <= read.problems.count);
  if (read.problems.count != 0) return;
  Demand(!read.batch.operations.empty());
  Demand(read.batch.operations.size() == read.lines.size());
  Demand(read.batch.id.empty() || orgreg::ingest::IsBatchId(read.batch.id));
  for (const std::uint64_t line : read.lines) {
    Demand(line >= *last_line);
    *last_line = line;
  }
  for (const Operation& operation : read.batch.operations) CheckOperation(operation);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kMostBytes = 4096;
  orgreg::formats::MemorySource source(std::string_view(reinterpret_cast<const char*>(data), size));
  BatchReader reader(&source, {}, kMostBytes);
  std::uint64_t last_line = 0;
  while (const auto read = reader.Next()) CheckBatch(*read, &last_line);
  return 0;
}
