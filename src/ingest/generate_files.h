// The files of a generated register: two packed inventories, each one array, and two lists
// of deleted and removed records, one a line. All appear together at the end.
// One thread at a time.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "formats/file_writer.h"
#include "formats/gzip_packer.h"
#include "model/unit.h"

namespace orgreg::ingest {

class RegisterFiles {
 public:
  // Makes the directory if it is missing.
  static base::Result<RegisterFiles> Create(const std::string& directory);

  // Live records go to the inventory of their kind, others to the list.
  base::Status Append(model::Kind kind, const model::Unit& unit);
  // Ends all files, and only then gives them their names.
  base::Status Publish();

 private:
  struct KindFiles {
    std::unique_ptr<formats::FileWriter> inventory = {};
    std::unique_ptr<formats::GzipPacker> packer = {};  // into inventory
    std::unique_ptr<formats::FileWriter> retired = {};
    bool is_empty = true;
  };
  static base::Status Open(model::Kind kind, const std::string& directory, KindFiles* files);

  KindFiles files_[2] = {};
  std::string text_ = {};
};

}  // namespace orgreg::ingest
