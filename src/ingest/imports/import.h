// SPDX-License-Identifier: EUPL-1.2

// Loads inventories into the register: all files together are one, in one transaction, each read as
// a stream, so that memory stays small whatever their size. Over existing records an inventory
// becomes a diff (records/load.h). One thread reads, unpacks and parses, a second makes the rows of
// the store, and the calling one compares and writes them.
//
// Bad records are reported and left out. Values that break the rules of their fields are reported
// and kept, because real registers have them. If no record is valid, or most are of another kind,
// nothing is stored. A truncated or damaged file is an error that leaves the store as it was.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/kind.h"
#include "records/readers/role_sealing.h"
#include "records/register.h"

namespace orgreg::ingest {

// The progress of an import.
struct ImportProgress {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;                        // Of the file being read, as stored.
  std::optional<std::uint64_t> total_bytes = {};  // Unknown for standard input.
};

struct ImportOptions {
  records::LoadOptions load = {};
  std::vector<std::string> files = {};  // Together they are the inventory.
  // How identification numbers of roles are sealed.
  records::NumberSealing sealing = {};
  bool strict = false;  // The first bad record is an error.
  // Called from the reading thread, every few thousand records.
  std::function<void(const ImportProgress&)> progress = {};
};

// Values of one field that break its rule in one way.
struct OddValueCount {
  std::uint64_t count = 0;
  // The first of them: its record, and the value if it may be repeated.
  std::string example = {};
};

struct ImportReport {
  static constexpr std::size_t kMostReported = 100;

  std::uint64_t read = 0;  // Records, good and bad.
  std::uint64_t bad = 0;
  // Nothing was stored: no record is valid, or most of them are of another kind.
  bool is_none_taken = false;
  // The kind that most of the rejected records seem to be.
  std::optional<model::Kind> seems = {};
  std::vector<std::string> bad_records = {};  // Complaints::Lines.
  // Members without a field, by path, and in how many records; kMostReported paths.
  std::map<std::string, std::uint64_t> unknown_members = {};
  // Values that were kept although they break the rules of their fields, by path and reason
  // ("postadresse.postnummer: is not four digits"); kMostReported of these.
  std::map<std::string, OddValueCount> odd_values = {};
  records::LoadCounts loaded = {};
};

// kInvalid if the input is at fault: a file has no format that the kind is read in, or its first
// bad record ends a strict import.
base::Result<ImportReport> Import(records::Register* target, const ImportOptions& options);

}  // namespace orgreg::ingest
