// SPDX-License-Identifier: EUPL-1.2

// Generates a fictional register of any size, written as the inventories that a register publishes:
// distributed like the real one (forms, places, industries, names, which fields are present), with
// its traps in it. All persons and units are invented.
//
// The files: enheter_alle.json.gz and underenheter_alle.json.gz hold the live records, one array
// each, one record on each line, in ascending order of number; utgaatte_enheter.ndjson and
// utgaatte_underenheter.ndjson hold deleted and removed ones. Supplements of entities are in
// roller_alle.json.gz, and the same with identification numbers, which are synthetic, in
// roller_alle_autorisert.json.gz, which only its owner may read; in frivillige.ndjson, partier.json
// and matrikkelenheter.ndjson. Financial statements, of about 38 in 100 entities some three, are in
// regnskap_alle.json.gz, and copies of documents, as PDF files, in the folder dokumenter. The
// changes in the four weeks after the inventories are in endringer.ndjson.gz, batches of changes
// (docs/batches.md) with the time of their making, and the same with identification numbers in
// endringer_autorisert.ndjson.gz. Files are written under temporary names and renamed when all are
// complete.
//
// The same seed and size give the same records, and on the same kind of processor the same packed
// bytes. Memory does not grow with the size: each record is made only from its place in the number
// series, except ids of filings, which are counted, and the times of changes, which are sorted (100
// bytes for each ten entities or so). One call uses four threads; calls do not share anything.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"

namespace orgreg::tools {

// The number series has room for this many entities and their sub-entities.
inline constexpr std::uint64_t kMaxGeneratedEntities = 4'000'000;
// Each is a file, and all are in one folder.
inline constexpr std::uint64_t kMaxGeneratedDocuments = 1'000'000;

struct GenerateOptions {
  std::uint64_t entities = 100'000;  // 1 to kMaxGeneratedEntities
  std::uint64_t seed = 1;
  std::uint64_t documents = 20;  // At most; fewer if few entities file statements.
  std::string directory = {};    // Made if it is missing.
  // Called now and then with the number of records written, of all kinds. May be empty.
  std::function<void(std::uint64_t records)> progress = {};
};

struct GenerateCounts {
  std::uint64_t entities = 0;
  std::uint64_t sub_entities = 0;
  std::uint64_t deleted = 0;  // Of both kinds.
  std::uint64_t removed = 0;
  std::uint64_t role_lists = 0;  // Entities that have roles.
  std::uint64_t roles = 0;
  std::uint64_t voluntary = 0;  // Entries of these registers.
  std::uint64_t parties = 0;
  std::uint64_t cadastral_lists = 0;  // Entities that have cadastral units.
  std::uint64_t filers = 0;           // Entities that have filed statements.
  std::uint64_t filings = 0;
  std::uint64_t documents = 0;
  std::uint64_t batches = 0;  // Of changes.
  std::uint64_t changes = 0;  // Operations in them.
};

// kLimit if the size is out of range, kIo if a file cannot be written; then no file of an earlier
// run has changed.
base::Result<GenerateCounts> Generate(const GenerateOptions& options);

}  // namespace orgreg::tools
