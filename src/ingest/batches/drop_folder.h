// SPDX-License-Identifier: EUPL-1.2

// A folder for files of batches: others rename NAME.ndjson into place when it is complete. Applied
// files go to its folder done/, refused ones to refused/, with the reasons next to them in
// NAME.ndjson.problems. If a name exists there, a number is added.
//
// A crash harms no step: a file that was applied but not moved is applied again, and its batches
// are recognised by their ids. One process at a time follows a folder, in one thread.

#pragma once

#include <string>
#include <vector>

#include "base/files/descriptor.h"
#include "base/result.h"
#include "ingest/batches/apply.h"
#include "records/register.h"

namespace orgreg::ingest {

class DropFolder {
 public:
  // Makes the two folders in it. kUnavailable if another process follows it.
  static base::Result<DropFolder> Open(const std::string& path);

  // The names of the waiting files, in the order in which they are applied.
  base::Result<std::vector<std::string>> Waiting() const;

  // Applies a file and moves it; a batch without an id gets the file's name. Errors leave the file
  // where it is.
  base::Result<ApplyReport> Apply(records::Register* target, const std::string& name,
                                  ApplyOptions options) const;

 private:
  DropFolder(std::string path, base::Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  base::Status Move(const std::string& name, const BatchProblems& problems) const;

  std::string path_;
  base::Descriptor lock_;
};

}  // namespace orgreg::ingest
