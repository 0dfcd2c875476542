// SPDX-License-Identifier: EUPL-1.2

// The files of a generated register: packed inventories, each one array, and lists with one record
// on each line. All appear together at the end. Each file is written by one thread at a time, and
// all records of units by one.

#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/file_writer.h"
#include "formats/pack/gzip_packer.h"
#include "model/unit.h"

namespace orgreg::tools {

enum class GeneratedFile : std::uint8_t {
  kEntities,
  kSubEntities,
  kRetiredEntities,
  kRetiredSubEntities,
  kRoles,
  kAuthorisedRoles,  // With identification numbers: only its owner may read it.
  kVoluntary,
  kParties,
  kCadastral,
  kStatements,
  kChanges,            // Batches, in order of time.
  kAuthorisedChanges,  // The same with identification numbers.
};
inline constexpr std::size_t kGeneratedFiles = 12;

class RegisterFiles {
 public:
  // Makes the directory if it is missing.
  static base::Result<RegisterFiles> Create(const std::string& directory);

  // Live records go to the inventory of their kind, others to the list.
  base::Status Append(model::Kind kind, const model::Unit& unit);
  // A record as JSON on one line.
  base::Status Append(GeneratedFile file, std::string_view record);
  // Completes all files, and only then gives them their names.
  base::Status Publish();

 private:
  struct OpenFile {
    std::unique_ptr<formats::FileWriter> writer = {};
    std::unique_ptr<formats::GzipPacker> packer = {};  // Into the writer; null where unpacked.
    bool is_empty = true;

    base::Status Append(std::string_view text) const;
  };

  std::array<OpenFile, kGeneratedFiles> files_ = {};
  std::string text_ = {};
};

}  // namespace orgreg::tools
