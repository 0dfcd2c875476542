// A folder in which others put files of batches: NAME.ndjson, renamed into place when whole.
// Files that were applied go to its folder done/, those that were refused to refused/,
// with the reasons beside them in NAME.ndjson.problems. A name that is taken there gets a
// number behind it.
//
// No step is harmed by a crash: a file that was applied but not moved is applied again, and
// its batches are known by their ids. One process at a time follows a folder, in one thread.

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
  // Makes the two folders in it. kUnavailable where another process follows it.
  static base::Result<DropFolder> Open(const std::string& path);

  // The names of the files that wait, in the order in which they are taken.
  base::Result<std::vector<std::string>> Waiting() const;

  // Applies a file and moves it; a batch without an id goes by the file's name. Errors
  // leave the file where it is.
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
